import { referencesOf, type Subject } from '../../datafile/references.ts'
import { isExtended } from '../../engine/extended/is-extended.ts'
import { type ImportFinding, type Vendor, vendorNames } from '../../features/imports/schemas/import.ts'
import type { FlagDocument } from '../../schemas/flag.ts'
import type { SegmentDocument } from '../../schemas/segment.ts'
import type { TheirEnvironment } from './assembly.ts'
import { displayKeys, type KnownKeys, keyPath } from './display-keys.ts'
import { type Evidence, evidenceOf, evidenceSentence, isByEngine, weakest } from './evidence.ts'
import type { Imported } from './imported.ts'
import { limitProperties } from './limit-properties.ts'
import type { PreviewedItem } from './previewed-item.ts'
import type { SelfCheck } from './self-check.ts'
import { flagStateText, segmentStateText } from './state-text.ts'
import { verdictOf } from './verdict.ts'

/** One of the vendor's environments, its converted documents, and the comparison with the vendor's results. */
export type CompiledEnvironment = { environment: TheirEnvironment; imported: Imported; check: SelfCheck | null }

/** A subject of the vendor, collected over all environments. */
type CollectedSubject = {
  kind: Subject['kind']
  theirs: string
  key: string
  findings: ImportFinding[]
  wide: boolean
  /** What it was compared with in each environment. */
  evidence: Evidence[]
  documents: Record<string, FlagDocument | SegmentDocument>
}

/** Every readable flag and segment with its verdict, collected over all environments. */
export const itemsOf = (
  compiled: readonly CompiledEnvironment[],
  vendor: Vendor,
  known: KnownKeys,
  describe: (theirs: string) => Parameters<typeof limitProperties>[1],
): PreviewedItem[] => {
  const all = new Map<string, CollectedSubject>()
  const unreadKeys = keysOfUnread(compiled, known)
  for (const { environment, imported, check } of compiled) {
    const bySubject = grouped(imported.findings)
    const evidence = evidenceOf(vendor, environment.check === undefined, check)
    const asked = new Set(check?.asked)
    for (const kind of ['flag', 'segment'] as const) {
      const documents: Record<string, FlagDocument | SegmentDocument> = imported[`${kind}s`]
      for (const [theirs, key] of imported.keys[`${kind}s`]) {
        const document = documents[key]
        if (document === undefined) continue
        const id = `${kind}/${key}`
        const one = all.get(id) ?? { kind, theirs, key, findings: [], wide: false, evidence: [], documents: {} }
        all.set(id, one)
        one.evidence.push(kind === 'segment' || asked.has(theirs) ? evidence : 'nothing')
        one.documents[environment.name] = document
        for (const finding of bySubject.get(`${kind} ${theirs}`) ?? []) one.findings.push(finding)
        if (kind === 'flag') {
          // Safe cast: the document under a flag's key is a flag.
          one.wide ||= isExtended(document as FlagDocument, imported)
          if (check?.different.includes(theirs)) one.findings.push(differs(vendorNames[vendor], theirs, check))
        }
      }
    }
  }
  for (const { environment } of compiled) {
    for (const { kind, theirs, message } of environment.unread ?? []) {
      const key = (kind === 'flag' ? unreadKeys.flags : unreadKeys.segments).get(theirs) ?? theirs
      const id = `${kind}/${key}`
      const one = all.get(id) ?? { kind, theirs, key, findings: [], wide: false, evidence: [], documents: {} }
      all.set(id, one)
      const where = compiled.length > 1 ? `${environment.name}: ` : ''
      one.findings.push({ severity: 'block', subject: `${kind} ${theirs}`, path: '', message: `${where}${message}` })
    }
  }
  return [...all.values()].map((one) => itemOf(one, vendor, describe))
}

/** Keys for subjects that could not be read, so that they can be listed. */
const keysOfUnread = (compiled: readonly CompiledEnvironment[], known: KnownKeys) => {
  const keys = (kind: 'flag' | 'segment') => {
    const theirs = compiled.flatMap(({ environment }) =>
      (environment.unread ?? []).flatMap((one) => (one.kind === kind ? [one.theirs] : [])),
    )
    return displayKeys(theirs, kind, undefined, known[`${kind}s`])
  }
  return { flags: keys('flag'), segments: keys('segment') }
}

const grouped = (findings: readonly ImportFinding[]): ReadonlyMap<string, ImportFinding[]> => {
  const found = new Map<string, ImportFinding[]>()
  for (const finding of findings) {
    const known = found.get(finding.subject)
    if (known === undefined) found.set(finding.subject, [finding])
    else known.push(finding)
  }
  return found
}

const differs = (vendor: string, theirs: string, { examples }: SelfCheck): ImportFinding => {
  const example = examples.find(({ flag }) => flag === theirs)
  const told =
    example === undefined
      ? ''
      : ` For ${JSON.stringify(example.context).slice(0, 300)} ${vendor} answers ${JSON.stringify(example.theirs)}, this ${JSON.stringify(example.ours)}.`
  const message = `Asked with the same contexts, both do not answer the same.${told}`
  return { severity: 'warn', subject: `flag ${theirs}`, path: '', message }
}

const itemOf = (
  { kind, theirs, key, findings, wide, evidence: found, documents }: CollectedSubject,
  vendor: Vendor,
  describe: (theirs: string) => Parameters<typeof limitProperties>[1],
): PreviewedItem => {
  const all = Object.entries(documents)
  const types = new Map(all.flatMap(([name, document]) => ('type' in document ? [[document.type, name] as const] : [])))
  if (types.size > 1) {
    const where = [...types].map(([type, name]) => `${type} in ${name}`).join(', ')
    const message = `Its values are of different types: ${where}. A flag has one type here; make it one there, or leave an environment out.`
    findings.push({ severity: 'block', subject: `flag ${theirs}`, path: '', message })
  }
  const { item, cut } = limitProperties(kind === 'flag' ? theirs : key, kind === 'flag' ? describe(theirs) : {})
  const evidence = weakest(found)
  const verdict = verdictOf(findings, { wide, compared: isByEngine(evidence) })
  const compared = verdict === 'left-out' ? [] : [evidenceSentence(evidence, vendor)]
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
        wide && (verdict === 'exact-wide' || verdict === 'documented'),
        all.map(([, document]) => document),
        vendorNames[vendor],
      ).concat(cut, compared),
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

/** Distinct sentences, the most serious first. For unchanged subjects, says what evidence there is. */
const sentences = (
  findings: readonly ImportFinding[],
  kept: boolean,
  documents: readonly (FlagDocument | SegmentDocument)[],
  vendor: string,
): string[] => {
  const said = [
    ...new Set(findings.toSorted((a, b) => weights[a.severity] - weights[b.severity]).map(({ message }) => message)),
  ]
  if (!kept) return said.slice(0, mostSentences)
  const text = JSON.stringify(documents)
  const how = text.includes('"expr":')
    ? `Its targeting stays the expression that ${vendor} evaluates.`
    : text.includes('"point":')
      ? `Divided by ${vendor}’s hash, so everyone keeps their variant.`
      : `Compares attributes as ${vendor} does.`
  return [...said, how].slice(0, mostSentences)
}
