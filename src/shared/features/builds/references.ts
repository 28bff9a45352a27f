import { z } from 'zod'
import { limits } from '../../limits.ts'
import { list } from '../../schemas/bounded.ts'
import { Instant, Key } from '../../schemas/keys.ts'
import { oneLine } from '../../schemas/one-line.ts'
import { isRepository } from '../../schemas/web-address.ts'
import { InProject } from '../projects/schemas/project.ts'

/** What a place in code does with a flag. Only a `read` is a claim; a `mention` may be anything that is spelled like its key. */
const referenceKinds = ['read', 'declaration', 'mention', 'test'] as const
export const ReferenceKind = z.enum(referenceKinds)
export type ReferenceKind = z.infer<typeof ReferenceKind>

/** One place in a repository that names a flag. */
export const CodeReference = z.strictObject({
  /** From the repository's root, with slashes. */
  path: oneLine(500, 'src/checkout.ts').refine(
    (path) => !path.startsWith('/') && !path.split('/').includes('..'),
    'use a path from the root of the repository, such as src/checkout.ts',
  ),
  line: z.int().min(1).max(10_000_000),
  column: z.int().min(1).max(10_000_000),
  kind: ReferenceKind,
  flag: Key,
  /** A digest of the line, by which a place is known again when it moves. */
  lineHash: z.string().regex(/^[0-9a-f]{8,64}$/, 'use 8 to 64 hexadecimal digits'),
  /** The line itself, only where the scan was asked to send it. */
  text: z.string().max(300).optional(),
  /** Since when the line is there, where the scan was asked to look. */
  since: Instant.optional(),
})
export type CodeReference = z.infer<typeof CodeReference>

/**
 * How a place is linked to: `{path}`, `{line}` and `{commit}` stand for its own. An https address without a name or password.
 */
const LinkTemplate = z
  .string()
  .max(500)
  .regex(
    /^https?:\/\/[^\s/@?#{}\\]+\/[^\s\\<>"'`]*$/,
    'use an address such as https://github.com/acme/shop/blob/{commit}/{path}#L{line}',
  )
  .refine((template) => template.includes('{path}'), 'name {path} in it')
type LinkTemplate = z.infer<typeof LinkTemplate>

/** What a scan found on a branch of a repository; it takes the place of what was known of that branch. */
export const ReplaceReferencesInput = InProject.extend({
  repository: oneLine(200, 'acme/shop').refine(isRepository, 'use the repository’s name, such as acme/shop'),
  branch: oneLine(200, 'main'),
  commit: z.string().regex(/^[0-9a-f]{7,64}$/, 'use the commit’s digest, 7 to 64 hexadecimal digits'),
  linkTemplate: LinkTemplate.optional(),
  references: list(CodeReference).max(limits.referencesPerScan),
  /** Of a scan that is sent in several requests, which one this is: nothing is replaced before all of them have come. */
  part: z
    .strictObject({
      scan: z.uuid(),
      number: z.int().min(1).max(limits.partsPerScan),
      of: z.int().min(1).max(limits.partsPerScan),
    })
    .refine(({ number, of }) => number <= of, { path: ['number'], message: 'use a number up to the number of parts' })
    .optional(),
})
export type ReplaceReferencesInput = z.output<typeof ReplaceReferencesInput>

export const ReferencesReceipt = z.strictObject({
  /** Places that are kept. */
  accepted: z.int().min(0),
  /** Keys that no flag of the project has: their places are not kept. */
  unknown: list(Key),
  /** Flags whose last read left the branch with this scan. */
  gone: list(Key),
  /** Parts of the scan that have not come yet; what was known stays as it is until none is missing. */
  missing: z.int().min(0),
})
export type ReferencesReceipt = z.infer<typeof ReferencesReceipt>

/** A branch of a repository as it was scanned last. */
export const CodeRepository = z.strictObject({
  repository: z.string(),
  branch: z.string(),
  commit: z.string(),
  scannedAt: Instant,
  references: z.int().min(0),
})
export type CodeRepository = z.infer<typeof CodeRepository>

export const ReferencesOfFlagInput = InProject.extend({ flag: Key })

/** Where code names a flag, and what is known of a branch that no longer reads it. */
export const ReferencesOfFlag = z.strictObject({
  places: z.array(
    CodeReference.omit({ flag: true, lineHash: true }).extend({
      repository: z.string(),
      branch: z.string(),
      commit: z.string(),
      /** To the line, where the repository said how. */
      link: z.string().nullable(),
    }),
  ),
  /** All that are known; `places` holds the first of them. */
  total: z.int().min(0),
  repositories: z.array(
    z.strictObject({
      repository: z.string(),
      branch: z.string(),
      commit: z.string(),
      scannedAt: Instant,
      reads: z.int().min(0),
      /** When the last read of the flag left the branch; null where it is read, or never was. */
      gone: z.strictObject({ commit: z.string(), at: Instant }).nullable(),
    }),
  ),
})
export type ReferencesOfFlag = z.infer<typeof ReferencesOfFlag>

/** The address of a place by a template: what stands in it is escaped, and slashes of a path stay. */
export const linkTo = (
  template: string | null,
  { path, line: at, commit }: { readonly path: string; readonly line: number; readonly commit: string },
): string | null => {
  if (template === null) return null
  const parts = { path: path.split('/').map(encodeURIComponent).join('/'), line: String(at), commit }
  return template.replaceAll(/\{(path|line|commit)\}/g, (_, name: keyof typeof parts) => parts[name])
}
