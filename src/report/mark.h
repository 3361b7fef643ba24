/* report/mark.h -- the texts by which the files of each format are recognised (base/outfile.h): a file may be replaced if the mark of
   its format occurs near its beginning.  A writer that no longer prints its mark would refuse to replace its own report;
   tests/cli/outputs.py writes every report twice. */
#ifndef WR_REPORT_MARK_H
#define WR_REPORT_MARK_H

#define WR_MARK_JSON "\"format\": \"warrant/1\""
#define WR_MARK_HTML "<title>Warrant"
#define WR_MARK_LCOV "TN:warrant\n"
#define WR_MARK_XML "<!-- Written by Warrant -->" /* Cobertura and GraphML name no tool */
#define WR_MARK_SARIF "\"name\": \"Warrant\""
#define WR_MARK_JUNIT "<testsuites name=\"warrant "
#define WR_MARK_MARKDOWN "## Warrant: "
#define WR_MARK_DOT "digraph warrant {"
#define WR_MARK_NODES "node:ID,id,name,label,goal:boolean,"
#define WR_MARK_EDGES ":START_ID,:END_ID,kind,"
#define WR_MARK_AXIOMS "kind,id,other,name,group,file,line,state,"
#define WR_MARK_COSTS                                                                              \
  "kind,procedure,file,line,column,goals,verdict,seconds,resources,attempts,cached,"

#endif
