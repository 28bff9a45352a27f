/** Files that a rule of `tests/arch` lets pass, each with the reason. It starts empty; keep it so. */
export const exceptions: readonly { readonly rule: string; readonly file: string; readonly why: string }[] = []

/** The findings that no exception covers; a finding begins with the name of its file. */
export const without = (rule: string, findings: readonly string[]): string[] =>
  findings.filter(
    (finding) => !exceptions.some((exception) => exception.rule === rule && finding.startsWith(exception.file)),
  )
