/** Files that are exempt from a rule of `tests/arch`, with the reason. Empty by default; keep it so. */
export const exceptions: readonly { readonly rule: string; readonly file: string; readonly why: string }[] = []

/** Findings without an exception. A finding starts with its file name. */
export const without = (rule: string, findings: readonly string[]): string[] =>
  findings.filter(
    (finding) => !exceptions.some((exception) => exception.rule === rule && finding.startsWith(exception.file)),
  )
