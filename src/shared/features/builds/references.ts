import { z } from 'zod'
import { limits } from '../../limits.ts'
import { list } from '../../schemas/bounded.ts'
import { Instant, Key } from '../../schemas/keys.ts'
import { oneLine } from '../../schemas/one-line.ts'
import { isRepository } from '../../schemas/web-address.ts'
import { InProject } from '../projects/schemas/project.ts'

/** How code uses a flag. Only a `read` is reliable; a `mention` can be any text that is spelled like the key. */
const referenceKinds = ['read', 'declaration', 'mention', 'test'] as const
export const ReferenceKind = z.enum(referenceKinds)
export type ReferenceKind = z.infer<typeof ReferenceKind>

/** A line of code that names a flag. */
export const CodeReference = z.strictObject({
  /** Relative to the repository's root, with forward slashes. */
  path: oneLine(500, 'src/checkout.ts').refine(
    (path) => !path.startsWith('/') && !path.split('/').includes('..'),
    'use a path from the root of the repository, such as src/checkout.ts',
  ),
  line: z.int().min(1).max(10_000_000),
  column: z.int().min(1).max(10_000_000),
  kind: ReferenceKind,
  flag: Key,
  /** A digest of the line, used to recognize it after it moves. */
  lineHash: z.string().regex(/^[0-9a-f]{8,64}$/, 'use 8 to 64 hexadecimal digits'),
  /** The line itself, if the scan was configured to send it. */
  text: z.string().max(300).optional(),
  /** When the line was added, if the scan was configured to find out. */
  since: Instant.optional(),
})
export type CodeReference = z.infer<typeof CodeReference>

/**
 * URL template for links to code, with the placeholders `{path}`, `{line}` and `{commit}`. HTTPS only, without user
 * name or password.
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

/** The result of scanning a branch of a repository. It replaces the previous result for that branch. */
export const ReplaceReferencesInput = InProject.extend({
  repository: oneLine(200, 'acme/shop').refine(isRepository, 'use the repository’s name, such as acme/shop'),
  branch: oneLine(200, 'main'),
  commit: z.string().regex(/^[0-9a-f]{7,64}$/, 'use the commit’s digest, 7 to 64 hexadecimal digits'),
  linkTemplate: LinkTemplate.optional(),
  references: list(CodeReference).max(limits.referencesPerScan),
  /** The part number of a scan that is sent in several requests. Nothing is replaced until all parts have arrived. */
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
  /** The number of references stored. */
  accepted: z.int().min(0),
  /** Keys that no flag of the project has. Their references are not stored. */
  unknown: list(Key),
  /** Flags whose last read disappeared from the branch with this scan. */
  gone: list(Key),
  /** The number of parts that have not arrived yet. The previous result stays until this is 0. */
  missing: z.int().min(0),
})
export type ReferencesReceipt = z.infer<typeof ReferencesReceipt>

/** A branch of a repository and its last scan. */
export const CodeRepository = z.strictObject({
  repository: z.string(),
  branch: z.string(),
  commit: z.string(),
  scannedAt: Instant,
  references: z.int().min(0),
})
export type CodeRepository = z.infer<typeof CodeRepository>

export const ReferencesOfFlagInput = InProject.extend({ flag: Key })

/** The code references of a flag, and the branches that no longer read it. */
export const ReferencesOfFlag = z.strictObject({
  places: z.array(
    CodeReference.omit({ flag: true, lineHash: true }).extend({
      repository: z.string(),
      branch: z.string(),
      commit: z.string(),
      /** Link to the line, if the repository has a link template. */
      link: z.string().nullable(),
    }),
  ),
  /** The total number of references; `places` contains only the first ones. */
  total: z.int().min(0),
  repositories: z.array(
    z.strictObject({
      repository: z.string(),
      branch: z.string(),
      commit: z.string(),
      scannedAt: Instant,
      reads: z.int().min(0),
      /** When the last read of the flag left the branch. Null if the branch reads it, or never did. */
      gone: z.strictObject({ commit: z.string(), at: Instant }).nullable(),
    }),
  ),
})
export type ReferencesOfFlag = z.infer<typeof ReferencesOfFlag>

/** Fills a link template. Values are URL-encoded; slashes in paths stay. */
export const linkTo = (
  template: string | null,
  { path, line: at, commit }: { readonly path: string; readonly line: number; readonly commit: string },
): string | null => {
  if (template === null) return null
  const parts = { path: path.split('/').map(encodeURIComponent).join('/'), line: String(at), commit }
  return template.replaceAll(/\{(path|line|commit)\}/g, (_, name: keyof typeof parts) => parts[name])
}
