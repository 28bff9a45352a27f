import type { ImportFinding, Severity } from '../../features/imports/schemas/import.ts'

/** Records a finding about a part of one subject. */
export type Report = (severity: Severity, path: string, message: string) => void

/** Creates a report function for one subject, for example `flag checkout`, that appends to `findings`. */
export const reportOn =
  (findings: ImportFinding[], subject: string): Report =>
  (severity, path, message) => {
    findings.push({ severity, subject, path, message })
  }

/** The same report function with every path prefixed. */
export const below =
  (report: Report, prefix: string): Report =>
  (severity, path, message) =>
    report(severity, path === '' ? prefix : `${prefix}.${path}`, message)
