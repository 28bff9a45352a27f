import type { Finding, Severity } from '../../features/imports/schemas/import.ts'

/** Takes down what an importer met, below one subject of the vendor's document. */
export type Report = (severity: Severity, path: string, message: string) => void

/** A report about one subject, for example `flag checkout`, that ends up in `findings`. */
export const reportOn =
  (findings: Finding[], subject: string): Report =>
  (severity, path, message) => {
    findings.push({ severity, subject, path, message })
  }

/** The same report, with every path below `prefix`. */
export const below =
  (report: Report, prefix: string): Report =>
  (severity, path, message) =>
    report(severity, path === '' ? prefix : `${prefix}.${path}`, message)
