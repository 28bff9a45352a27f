import { readBundle } from '../../src/server/platform/threads/uploads/read-bundle.ts'
import { compile } from '../../src/shared/engine/compile.ts'
import { evaluate } from '../../src/shared/engine/evaluate.ts'
import { loadModules, modulesNeeded } from '../../src/shared/engine/optional-modules.ts'
import type { Vendor } from '../../src/shared/features/imports/schemas/import.ts'
import type { Json } from '../../src/shared/schemas/keys.ts'
import { chance, oneOf, type Random } from '../../src/shared/vendors/importing/sample.ts'
import { seeded } from '../../src/shared/vendors/importing/seeded.ts'
import { vendorOf, vendors } from '../../src/shared/vendors/importing/vendors.ts'
import { bundleOf } from '../support/bundles.ts'
import { datafileOf } from './datafile.ts'
import { someText, someValue } from './oracles/awkward.ts'

/** A mutant that failed without a sentence, or with a sentence that is not for users. */
export type Oddity = { what: string; told: string; mutant: Json }

export type Mutation = {
  read: number
  /** Read, except for flags that were skipped with a sentence. */
  partly: number
  refused: number
  foreign: number
  oddities: Oddity[]
}

type Holder = { [key: string]: Json } | Json[]

const isHolder = (node: Json | undefined): node is Holder => typeof node === 'object' && node !== null

/** A place in a document: its parent, and its key in the parent. */
export type Place = { holder: Holder; key: string }

/** Returns every place in a document. */
export const placesIn = (root: Json): Place[] => {
  const places: Place[] = []
  const walk = (node: Json): void => {
    if (!isHolder(node)) return
    for (const [key, inner] of Object.entries(node)) {
      places.push({ holder: node, key })
      walk(inner)
    }
  }
  walk(root)
  return places
}

export const set = (holder: Holder, key: string, value: Json): void => {
  if (Array.isArray(holder)) holder[Number(key)] = value
  else holder[key] = value
}

export const remove = (holder: Holder, key: string): void => {
  if (Array.isArray(holder)) holder.splice(Number(key), 1)
  else delete holder[key]
}

export const get = (holder: Holder, key: string): Json => (holder as { [key: string]: Json })[key] ?? null

/** Returns a value in another form, as in exports of other versions: a number as text, an object instead of a list. */
export const retyped = (random: Random, value: Json): Json => {
  if (typeof value === 'number') return oneOf(random, [String(value), -value, value * 1e10, null]) ?? null
  if (typeof value === 'string')
    return oneOf(random, [Number(value) || 0, '', value.repeat(300).slice(0, 400), `é${value}`, [value]]) ?? null
  if (typeof value === 'boolean') return oneOf(random, [String(value), Number(value), null]) ?? null
  if (Array.isArray(value))
    return oneOf(random, [null, {}, [], Object.fromEntries(Object.entries(value)), value[0] ?? null]) ?? null
  return oneOf(random, [null, [], {}, JSON.stringify(value), [value]]) ?? null
}

/** Makes one random change: removes, retypes, duplicates, exchanges or renames something. */
export const mutate = (random: Random, root: Json): void => {
  const places = placesIn(root)
  const place = oneOf(random, places)
  const other = oneOf(random, places)
  if (place === undefined || other === undefined) return
  const { holder, key } = place
  const value = get(holder, key)
  const kind = random()
  if (kind < 0.25) remove(holder, key)
  else if (kind < 0.6) set(holder, key, retyped(random, value))
  else if (kind < 0.7) set(holder, key, someValue(random))
  else if (kind < 0.85) {
    const copy = JSON.parse(JSON.stringify(value)) as Json
    if (Array.isArray(holder)) holder.push(copy)
    else holder[chance(random, 0.5) ? `${key}2` : someText(random)] = copy
  } else set(holder, key, JSON.parse(JSON.stringify(get(other.holder, other.key))) as Json)
}

/** Phrases that only schemas and code produce. */
const noSentence =
  /invalid input|expected \w+, received|\[object |cannot read|is not a function|is not iterable|at \w+ \(/i

const isSentence = (text: string): boolean => text.trim() !== '' && !noSentence.test(text) && text.length < 2_000

const nowMs = Date.parse('2026-06-01T00:00:00Z')

/** Returns what is odd about the result for one document. Null if it is read, or rejected with a sentence. */
const look = async (vendor: Vendor, mutant: Json, random: Random): Promise<string> => {
  const text = JSON.stringify(mutant, null, chance(random, 0.2) ? 2 : 0)
  const form = random()
  const sent = form < 0.1 ? `\uFEFF${text}` : form < 0.2 ? text.replaceAll('\n', '\r\n') : text
  try {
    const parts = readBundle(bundleOf({ 'export.json': sent }))
    if (vendorOf(parts[0]?.value) !== vendor) return 'foreign'
    const { environments, notes } = vendors[vendor].assemble(parts, {}, nowMs)
    const unsaid = notes.find((note) => !isSentence(note))
    if (unsaid !== undefined) return `the note ${unsaid}`
    const unread = environments.flatMap((one) => one.unread ?? [])
    const odd = unread.find(({ message }) => !isSentence(message))
    if (odd !== undefined) return `the sentence ${odd.message}`
    for (const { compile: compileTheirs } of environments) {
      const imported = compileTheirs({})
      const oddFinding = imported.findings.find(({ message }) => !isSentence(message))
      if (oddFinding !== undefined) return `the finding ${oddFinding.message}`
      const blocked = new Set(
        imported.findings.flatMap(({ severity, subject }) => (severity === 'block' ? [subject] : [])),
      )
      const sound = [...imported.keys.flags].filter(([theirs]) => !blocked.has(`flag ${theirs}`))
      const segments = [...imported.keys.segments].filter(([theirs]) => !blocked.has(`segment ${theirs}`))
      const datafile = datafileOf({
        flags: Object.fromEntries(
          sound.flatMap(([, key]) => (imported.flags[key] === undefined ? [] : [[key, imported.flags[key]]])),
        ),
        segments: Object.fromEntries(
          segments.flatMap(([, key]) => (imported.segments[key] === undefined ? [] : [[key, imported.segments[key]]])),
        ),
      })
      const compiled = compile(datafile, await loadModules(modulesNeeded(datafile)))
      for (const [, key] of sound) evaluate(compiled, key, { targetingKey: 'a', plan: 'pro' }, nowMs)
    }
    return unread.length > 0 ? 'partly' : 'read'
  } catch (error) {
    if (error instanceof Error && error.name === 'Unreadable')
      return isSentence(error.message) ? 'refused' : `the refusal ${error.message}`
    return error instanceof Error
      ? `${error.name}: ${error.message} ${error.stack?.split('\n').slice(1, 3).join(' ') ?? ''}`
      : String(error)
  }
}

/** Reads a number of mutants of a vendor's documents, reproducible by seed. Stops early after a few oddities. */
export const readMutants = async (
  vendor: Vendor,
  documents: (random: Random) => Json | Promise<Json>,
  { count, seed }: { count: number; seed: number },
): Promise<Mutation> => {
  const random = seeded(seed)
  const result: Mutation = { read: 0, partly: 0, refused: 0, foreign: 0, oddities: [] }
  let original: Json = null
  for (let at = 0; at < count && result.oddities.length < 5; at += 1) {
    if (at % 20 === 0) original = await documents(random)
    const root: Json = [JSON.parse(JSON.stringify(original)) as Json]
    for (let changes = 1 + Math.floor(random() * 3); changes > 0; changes -= 1) mutate(random, root[0] ?? null)
    const mutant = root[0] ?? null
    const came = await look(vendor, mutant, random)
    if (came === 'read' || came === 'partly' || came === 'refused' || came === 'foreign') result[came] += 1
    else result.oddities.push({ what: vendor, told: came, mutant })
  }
  return result
}
