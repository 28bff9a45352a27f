import type { CheckResult, ImportOptions, ImportSummary, Verdict } from '../../features/imports/schemas/import.ts'
import { limits } from '../../limits.ts'
import type { Context } from '../../schemas/context.ts'
import { type Part, Unreadable } from './assembly.ts'
import { checked } from './check-environment.ts'
import { comparisonNotes } from './comparison-notes.ts'
import { type KnownKeys, keyPath } from './display-keys.ts'
import type { Imported } from './imported.ts'
import { passOn } from './pass-on.ts'
import { type CompiledEnvironment, itemsOf } from './preview-items.ts'
import type { PreviewedItem } from './previewed-item.ts'
import { sortParts } from './sort-parts.ts'
import type { OpenSdk } from './vendor-sdk.ts'

export type Preview = { summary: ImportSummary; items: PreviewedItem[] }

export type PreviewInput = {
  /** Keys that an earlier import gave. */
  known?: KnownKeys
  /** Of what somebody chose the key, by subject: `flag checkout`. */
  chosen?: ReadonlySet<string>
  /** Contexts that were seen, by the name of an environment in small letters. */
  kept?: Readonly<Record<string, readonly Context[]>> | undefined
  /** Opens the SDK of a vendor, where there is one. */
  sdkOf?: (vendor: ImportSummary['vendor'], options: ImportOptions) => Promise<OpenSdk | null>
  options?: ImportOptions
  /** When the files are read, which decides what was due of what is planned there; unless told, nothing was. */
  nowMs?: number
  /** The vendor that must have made the files. */
  vendor?: ImportSummary['vendor'] | undefined
}

/**
 * What the files of one vendor come to: every flag and segment with a verdict and the sentences that say why, and their
 * documents in each environment. Throws `Unreadable`, with a sentence, where that cannot be said. Pure, but for the time
 * that it takes: it is made apart.
 */
export const previewOf = async (parts: readonly Part[], input: PreviewInput = {}): Promise<Preview> => {
  const { options = {}, nowMs = 0 } = input
  const { reader, own, notes } = sortParts(parts, input.vendor)
  const assembly = reader.assemble(own, options, nowMs)
  const compiled: CompiledEnvironment[] = []
  let known: KnownKeys = input.known ?? {}
  for (const environment of assembly.environments) {
    const imported = environment.compile(known)
    // What one environment calls a flag, all do.
    known = {
      flags: new Map([...(known.flags ?? []), ...imported.keys.flags]),
      segments: new Map([...(known.segments ?? []), ...imported.keys.segments]),
    }
    compiled.push({ environment, imported, check: await checked(reader.vendor, environment, imported, input) })
  }
  for (const { imported } of compiled) sayChosen(imported, input.chosen)
  const items = itemsOf(compiled, reader.vendor, known, (theirs) => assembly.flags.get(theirs) ?? {})
  if (items.length > limits.importItems) {
    const most = limits.importItems.toLocaleString('en')
    throw new Unreadable(
      `These files hold ${items.length.toLocaleString('en')} flags and segments; one import takes ${most}.`,
    )
  }
  passOn(items)
  return { summary: summaryOf(reader.vendor, assembly, compiled, items, notes), items }
}

/** Of a key that somebody chose it is said that it was chosen. */
const sayChosen = ({ findings }: Imported, chosen: ReadonlySet<string> | undefined): void => {
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
