import { referencesOf, type Subject } from '../datafile/references.ts'
import { isExtended } from '../engine/extended/is-extended.ts'
import { limits } from '../limits.ts'
import type { Context } from '../schemas/context.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import {
  type CheckResult,
  type Finding,
  type ImportOptions,
  type ImportSummary,
  type Verdict,
  vendorNames,
} from '../schemas/import.ts'
import type { SegmentDocument } from '../schemas/segment.ts'
import { type Part, type TheirEnvironment, Unreadable } from './assembly.ts'
import { checked } from './check-environment.ts'
import { described } from './described.ts'
import { type KnownKeys, keyPath } from './display-keys.ts'
import type { Imported } from './imported.ts'
import { passOn } from './pass-on.ts'
import type { PreviewedItem } from './previewed-item.ts'
import type { SelfCheck } from './self-check.ts'
import { flagStateText, segmentStateText } from './state-text.ts'
import type { OpenSdk } from './vendor-sdk.ts'
import { vendorOf, vendors } from './vendors.ts'
import { verdictOf } from './verdict.ts'

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

type Compiled = { environment: TheirEnvironment; imported: Imported; check: SelfCheck | null }

/**
 * What the files of one vendor come to: every flag and segment with a verdict and the sentences that say why, and their
 * documents in each environment. Throws `Unreadable`, with a sentence, where that cannot be said. Pure, but for the time
 * that it takes: it is made apart.
 */
export const previewOf = async (parts: readonly Part[], input: PreviewInput = {}): Promise<Preview> => {
  const { options = {}, nowMs = 0 } = input
  const { reader, own, notes } = sorted(parts, input.vendor)
  const assembly = reader.assemble(own, options, nowMs)
  const compiled: Compiled[] = []
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
  const items = itemsOf(compiled, vendorNames[reader.vendor], (theirs) => assembly.flags.get(theirs) ?? {})
  if (items.length > limits.importItems) {
    const most = limits.importItems.toLocaleString('en')
    throw new Unreadable(
      `These files hold ${items.length.toLocaleString('en')} flags and segments; one import takes ${most}.`,
    )
  }
  passOn(items)
  return { summary: summaryOf(reader.vendor, assembly, compiled, items, notes), items }
}

/** The vendor that most files are of, its files, and a sentence for each other one. */
const sorted = (parts: readonly Part[], wanted: PreviewInput['vendor']) => {
  const told = parts.map((part) => ({ part, vendor: vendorOf(part.value) }))
  const found = [...new Set(told.flatMap(({ vendor }) => (vendor === undefined ? [] : [vendor])))]
  const names = found.map((vendor) => vendorNames[vendor])
  if (found.length > 1) {
    throw new Unreadable(`These files are of ${names.join(' and ')}. Import one system, then the other.`)
  }
  const [vendor] = found
  if (vendor === undefined) {
    const all = Object.values(vendorNames).join(', ')
    throw new Unreadable(
      `None of these files is one of ${all}: look at what the vendor’s API or SDK answered, or its export.`,
    )
  }
  if (wanted !== undefined && wanted !== vendor) {
    throw new Unreadable(`These files are of ${names[0]}; those read here before were of ${vendorNames[wanted]}.`)
  }
  return {
    reader: vendors[vendor],
    own: told.flatMap(({ part, vendor: of }) => (of === undefined ? [] : [part])),
    notes: told.flatMap(({ part, vendor: of }) =>
      of === undefined ? [`${part.name} was not read: it is no file of ${names[0]} that is known.`] : [],
    ),
  }
}

/** Of a key that somebody chose it is said that it was chosen. */
const sayChosen = ({ findings }: Imported, chosen: ReadonlySet<string> | undefined): void => {
  for (const finding of findings) {
    if (finding.path === keyPath && chosen?.has(finding.subject))
      finding.message = 'You chose its key. Applications ask for that; SDKs that stay ask for the original.'
  }
}

/** One subject of theirs, gathered over the environments. */
type Gathered = {
  kind: Subject['kind']
  theirs: string
  key: string
  findings: Finding[]
  wide: boolean
  documents: Record<string, FlagDocument | SegmentDocument>
}

const itemsOf = (
  compiled: readonly Compiled[],
  vendor: string,
  describe: (theirs: string) => Parameters<typeof described>[1],
): PreviewedItem[] => {
  const all = new Map<string, Gathered>()
  for (const { environment, imported, check } of compiled) {
    const bySubject = grouped(imported.findings)
    for (const kind of ['flag', 'segment'] as const) {
      const documents: Record<string, FlagDocument | SegmentDocument> = imported[`${kind}s`]
      for (const [theirs, key] of imported.keys[`${kind}s`]) {
        const document = documents[key]
        if (document === undefined) continue
        const id = `${kind}/${key}`
        const one = all.get(id) ?? { kind, theirs, key, findings: [], wide: false, documents: {} }
        all.set(id, one)
        one.documents[environment.name] = document
        for (const finding of bySubject.get(`${kind} ${theirs}`) ?? []) one.findings.push(finding)
        if (kind === 'flag') {
          // What stands under a flag's key is a flag.
          one.wide ||= isExtended(document as FlagDocument, imported)
          if (check?.different.includes(theirs)) one.findings.push(differs(vendor, theirs, check))
        }
      }
    }
  }
  return [...all.values()].map((one) => itemOf(one, vendor, describe))
}

const grouped = (findings: readonly Finding[]): ReadonlyMap<string, Finding[]> => {
  const found = new Map<string, Finding[]>()
  for (const finding of findings) {
    const known = found.get(finding.subject)
    if (known === undefined) found.set(finding.subject, [finding])
    else known.push(finding)
  }
  return found
}

const differs = (vendor: string, theirs: string, { examples }: SelfCheck): Finding => {
  const example = examples.find(({ flag }) => flag === theirs)
  const told =
    example === undefined
      ? ''
      : ` For ${JSON.stringify(example.context).slice(0, 300)} ${vendor} answers ${JSON.stringify(example.theirs)}, this ${JSON.stringify(example.ours)}.`
  const message = `Asked with the same contexts, both do not answer the same.${told}`
  return { severity: 'warn', subject: `flag ${theirs}`, path: '', message }
}

const itemOf = (
  { kind, theirs, key, findings, wide, documents }: Gathered,
  vendor: string,
  describe: (theirs: string) => Parameters<typeof described>[1],
): PreviewedItem => {
  const all = Object.entries(documents)
  const types = new Map(all.flatMap(([name, document]) => ('type' in document ? [[document.type, name] as const] : [])))
  if (types.size > 1) {
    const where = [...types].map(([type, name]) => `${type} in ${name}`).join(', ')
    const message = `Its values are of different types: ${where}. A flag has one type here; make it one there, or leave an environment out.`
    findings.push({ severity: 'block', subject: `flag ${theirs}`, path: '', message })
  }
  const { item, cut } = described(kind === 'flag' ? theirs : key, kind === 'flag' ? describe(theirs) : {})
  const verdict = verdictOf(findings, wide)
  const needs = new Map<string, Subject>()
  for (const [, document] of all) for (const to of referencesOf(document)) needs.set(`${to.kind}/${to.key}`, to)
  return {
    documents,
    moves: findings.some(({ severity, path }) => severity === 'warn' && path !== keyPath),
    item: {
      kind,
      theirs,
      key,
      ...item,
      type: [...types.keys()][0] ?? null,
      verdict,
      why: sentences(
        findings,
        verdict,
        all.map(([, document]) => document),
        vendor,
      ).concat(cut),
      needs: [...needs.values()],
      states: Object.fromEntries(
        all.map(([name, document]) => [
          name,
          'variants' in document ? flagStateText(document) : segmentStateText(document),
        ]),
      ),
    },
  }
}

const weights = { block: 0, warn: 1, info: 2 } as const
const mostSentences = 8

/** Each thing said once, the worst first; of what is kept as it is, what that is. */
const sentences = (
  findings: readonly Finding[],
  verdict: Verdict,
  documents: readonly (FlagDocument | SegmentDocument)[],
  vendor: string,
): string[] => {
  const said = [
    ...new Set(findings.toSorted((a, b) => weights[a.severity] - weights[b.severity]).map(({ message }) => message)),
  ]
  if (verdict !== 'exact-wide') return said.slice(0, mostSentences)
  const text = JSON.stringify(documents)
  const kept = text.includes('"expr":')
    ? `Its targeting stays the expression that ${vendor} evaluates.`
    : text.includes('"point":')
      ? `Divided by ${vendor}’s hash, so everyone keeps their variant.`
      : `Compares attributes as ${vendor} does.`
  return [...said, kept].slice(0, mostSentences)
}

const summaryOf = (
  vendor: ImportSummary['vendor'],
  {
    project,
    flags: _flags,
    archived,
    notes: own,
  }: { project: string; flags: unknown; archived: number; notes: readonly string[] },
  compiled: readonly Compiled[],
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
    notes: [...new Set([...notes, ...own, ...general])].slice(0, 50),
  }
}
