/* report/diagnosis.h -- why a goal fails, for people and for programs. */
#ifndef WR_REPORT_DIAGNOSIS_H
#define WR_REPORT_DIAGNOSIS_H

#include "base/json.h"
#include "diagnose/judge.h"

struct wr_diagnosis_report {
  const wr_result *result;
  const char *const *files; /* of the program, for the command that replays an execution */
  uint32_t file_count;
};

void wr_report_diagnosis (wr_buf *out, const struct wr_diagnosis_report *report,
                          const struct wr_diagnosis *d);
/* `warrant run` with these inputs. */
void wr_report_command (wr_buf *out, const struct wr_diagnosis_report *report, uint32_t body,
                        const struct wr_input *inputs, uint32_t count);
json_t *wr_report_inputs_json (const struct wr_input *inputs, uint32_t count);
json_t *wr_report_diagnosis_json (const struct wr_diagnosis_report *report,
                                  const struct wr_diagnosis *d);

#endif
