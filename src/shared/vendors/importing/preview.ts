import type { CheckResult, ImportOptions, ImportSummary, Verdict } from '../../features/imports/schemas/import.ts'
import { limits } from '../../limits.ts'
import type { Context } from '../../schemas/context.ts'
import { Unreadable, type UploadedPart } from './assembly.ts'
import { checkImportedEnvironment } from './check-imported-environment.ts'
import { comparisonNotes } from './comparison-notes.ts'
import { type KnownKeys, keyPath } from './display-keys.ts'
import type { Imported } from './imported.ts'
import { type CompiledEnvironment, itemsOf } from './preview-items.ts'
import type { PreviewedItem } from './previewed-item.ts'
import { propagateVerdicts } from './propagate-verdicts.ts'
import { sortParts } from './sort-parts.ts'
import type { OpenSdk } from './vendor-sdk.ts'

export type Preview = { summary: ImportSummary; items: PreviewedItem[] }

export type PreviewInput = {
  /** Keys that an earlier import assigned. */
  known?: KnownKeys
  /** Subjects whose key was chosen by the user: `flag checkout`. */
  chosen?: ReadonlySet<string>
  /** Sample contexts, by environment name in lowercase. */
  kept?: Readonly<Record<string, readonly Context[]>> | undefined
  /** Opens the SDK of a vendor, if there is one. */
  sdkOf?: (vendor: ImportSummary['vendor'], options: ImportOptions) => Promise<OpenSdk | null>
  options?: ImportOptions
  /** The time of the import, which decides which scheduled changes are due. By default, none are. */
  nowMs?: number
  /** The vendor whose files these are. Detected if absent. */
  vendor?: ImportSummary['vendor'] | undefined
}

/**
 * Converts the files of one vendor: every flag and segment with a verdict, its reasons as sentences, and its documents
 * in each environment. Throws `Unreadable` with a sentence if that is impossible. Pure but slow, so it runs in a worker
 * thread.
 */
export const previewOf = async (parts: readonly UploadedPart[], input: PreviewInput = {}): Promise<Preview> => {
  const { options = {}, nowMs = 0 } = input
  const { reader, own, notes } = sortParts(parts, input.vendor)
  const assembly = reader.assemble(own, options, nowMs)
  const compiled: CompiledEnvironment[] = []
  let known: KnownKeys = input.known ?? {}
  for (const environment of assembly.environments) {
    const imported = environment.compile(known)
    // All environments use the key from the first environment that has the flag.
    known = {
      flags: new Map([...(known.flags ?? []), ...imported.keys.flags]),
      segments: new Map([...(known.segments ?? []), ...imported.keys.segments]),
    }
    compiled.push({
      environment,
      imported,
      check: await checkImportedEnvironment(reader.vendor, environment, imported, input),
    })
  }
  for (const { imported } of compiled) noteChosenKeys(imported, input.chosen)
  const items = itemsOf(compiled, reader.vendor, known, (theirs) => assembly.flags.get(theirs) ?? {})
  if (items.length > limits.importItems) {
    const most = limits.importItems.toLocaleString('en')
    throw new Unreadable(
      `These files hold ${items.length.toLocaleString('en')} flags and segments; one import takes ${most}.`,
    )
  }
  propagateVerdicts(items)
  return { summary: summaryOf(reader.vendor, assembly, compiled, items, notes), items }
}

/** For a key that the user chose, the finding says so. */
const noteChosenKeys = ({ findings }: Imported, chosen: ReadonlySet<string> | undefined): void => {
  for (const finding of findings) {
    if (finding.path === keyPath && chosen?.has(finding.subject))
      finding.message = 'You chose its key. Applications ask for that; SDKs that stay ask for the original.'
  }
}

const summaryOf = (
  vendor: ImportSummary['vendor'],
  {
    project,
    flags: _flags,
    archived,
    notes: own,
  }: { project: string; flags: unknown; archived: number; notes: readonly string[] },
  compiled: readonly CompiledEnvironment[],
  items: readonly PreviewedItem[],
  notes: readonly string[],
): ImportSummary => {
  const count = (verdict: Verdict) => items.filter(({ item }) => item.verdict === verdict).length
  const general = compiled.flatMap(({ imported }) =>
    imported.findings.filter(({ subject }) => subject === 'project').map(({ message }) => message),
  )
  return {
    vendor,
    project: project.slice(0, limits.nameLength),
    environments: compiled.map(({ environment: { name, critical }, imported }) => ({
      name,
      critical,
      flags: Object.keys(imported.flags).length,
      segments: Object.keys(imported.segments).length,
    })),
    flags: items.filter(({ item }) => item.kind === 'flag').length,
    segments: items.filter(({ item }) => item.kind === 'segment').length,
    archived,
    verdicts: {
      exact: count('exact'),
      'exact-wide': count('exact-wide'),
      documented: count('documented'),
      changed: count('changed'),
      'left-out': count('left-out'),
    },
    checks: compiled.flatMap(({ environment, check }): CheckResult[] =>
      check === null
        ? []
        : [
            {
              environment: environment.name,
              compared: check.compared,
              dice: check.random,
              different: check.mismatches,
            },
          ],
    ),
    notes: [...new Set([...notes, ...own, ...general, ...comparisonNotes(vendor, compiled)])].slice(0, 50),
  }
}
