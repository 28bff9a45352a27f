import { z } from 'zod'

/**
 * How serious something an importer met is. `block`: this flag must not be imported without a decision; `warn`:
 * imported, but some users may see another answer than before; `info`: worth knowing, nothing changes.
 */
export const Severity = z.enum(['block', 'warn', 'info'])
export type Severity = z.infer<typeof Severity>

/** One thing a person should know about an import. */
export const Finding = z.strictObject({
  severity: Severity,
  /** What it is about, in the vendor's own key: `flag checkout`, `segment beta`, or `project`. */
  subject: z.string(),
  /** Where in the vendor's document, dotted, from the subject on: `rules.0.clauses.2`. Empty: the whole subject. */
  path: z.string(),
  message: z.string(),
})
export type Finding = z.infer<typeof Finding>
