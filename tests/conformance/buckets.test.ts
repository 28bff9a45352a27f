import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { locator } from '../../src/shared/engine/extended/point.ts'
import { loadModules } from '../../src/shared/engine/optional-modules.ts'
import type { Context } from '../../src/shared/schemas/context.ts'
import type { Stringifier } from '../../src/shared/schemas/extended-attribute.ts'
import type { Normalisation, PointHash, Unit, UnitPart } from '../../src/shared/schemas/extended-point.ts'
import { absence, announceAbsence, readJson } from './vectors.ts'

/*
 * The buckets of nine vendors, computed by their SDKs, against our bucketing points: unit text, hash, normalization.
 * The points are defined here again, independently of the importers.
 */

const profiles = await loadModules(['sha1', 'md5', 'cbor'])

const literal = (text: string): UnitPart => ({ literal: text })
const attribute = (name: string, str: Stringifier = 'js', optional?: true): UnitPart => ({
  attribute: { firstOf: [[name]], skip: 'never' },
  presence: 'own',
  str,
  ...(optional && { optional }),
})

const pointAt = (unit: Unit, hash: PointHash, norm: Normalisation, context: Context): number | undefined =>
  locator({ unit, hash, norm }, profiles)({ context, nowMs: 0, chain: { key: '', above: null } })

/** The input, our bucket, and the vendor's. */
type Answer = { readonly asked: string; readonly ours: number | undefined; readonly theirs: number }
type Row = Readonly<Record<string, unknown>>

const at = (row: unknown, ...path: string[]): unknown => path.reduce<unknown>((held, name) => (held as Row)[name], row)
const number = (row: unknown, ...path: string[]): number => {
  const found = at(row, ...path)
  if (typeof found !== 'number') throw new Error(`There is no number at ${path.join('.')} of ${JSON.stringify(row)}.`)
  return found
}
const text = (row: Row, name: string): string => String(row[name])

const div60: Normalisation = { kind: 'div', by: 2 ** 60 }
const sha15: PointHash = { algorithm: 'sha1-prefix', hex: 15 }
const unitOf = (...parts: UnitPart[]): Unit => ({ parts })

/** Units in other systems may be dates, which JSON cannot represent. */
const revived = (value: unknown): unknown => {
  const wrapped = typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : {}
  if (typeof wrapped['$date'] === 'string') return new Date(wrapped['$date'])
  return '$number' in wrapped ? Number(wrapped['$number']) : value
}

const configCat = (row: Row): Answer[] => {
  const unit = unitOf(literal(text(row, 'flagKey')), attribute('unit', 'comma'))
  const value = 'identifier' in row ? row['identifier'] : revived(row['value'])
  const ours = pointAt(unit, { algorithm: 'sha1-prefix', hex: 7 }, { kind: 'mod', mod: 100 }, { unit: value })
  return [{ asked: JSON.stringify(row), ours, theirs: number(row, 'sdk') }]
}

const featurevisor = (row: Row): Answer[] => {
  const { bucketBy } = row
  const either = typeof bucketBy === 'object' && bucketBy !== null && 'or' in bucketBy ? bucketBy.or : undefined
  const names = [either ?? bucketBy].flat() as string[]
  const units: UnitPart[] =
    either === undefined
      ? names.map((name) => attribute(name, 'js', true))
      : [{ attribute: { firstOf: names.map((name) => [name]) }, str: 'js', optional: true }]
  const unit: Unit = { parts: [...units, literal(text(row, 'bucketKey').split('.').at(-1) ?? '')], join: '.' }
  const hash: PointHash = { algorithm: 'murmur3-32', seed: 1 }
  const ours = pointAt(unit, hash, { kind: 'scale', to: 100_000 }, row['context'] as Context)
  return [{ asked: JSON.stringify(row), ours, theirs: number(row, 'sdk') }]
}

const flagd = (row: Row): Answer[] => {
  const explicit = row['bucketBy'] === 'explicit string'
  const flagKey = text(row, 'hashInput').slice(0, text(row, 'hashInput').length - text(row, 'id').length)
  const unit = explicit ? unitOf(attribute('id')) : unitOf(literal(flagKey), attribute('id'))
  const context = { id: row['id'] }
  const shift: Normalisation = { kind: 'mulshift', total: 100 }
  const answer = (asked: string, hash: PointHash, norm: Normalisation) => ({
    asked: `${asked} of ${JSON.stringify(row)}`,
    ours: Math.floor(pointAt(unit, hash, norm, context) ?? Number.NaN),
    theirs: number(row, asked),
  })
  return [
    answer('sdk', { algorithm: 'murmur3-32', encoding: 'utf16-imurmur' }, shift),
    answer('mineUtf8', { algorithm: 'murmur3-32' }, shift),
    answer('v3Cbor', { algorithm: 'murmur3-32-cbor' }, shift),
    answer('legacyV1', { algorithm: 'murmur3-32' }, { kind: 'absint32', by: 2147483647 }),
  ]
}

const flagsmith = (row: Row): Answer[] => {
  const unit: Unit = { parts: [literal(text(row, 'featureStateOrSegmentKey')), attribute('key')], join: ',' }
  const ours = pointAt(unit, { algorithm: 'md5-int' }, { kind: 'md5-9998' }, { key: row['identityKey'] })
  return [{ asked: JSON.stringify(row), ours, theirs: number(row, 'sdk') }]
}

const goFeatureFlag = (row: Row): Answer[] => {
  const hash: PointHash = { algorithm: 'fnv1a-32' }
  const asked = JSON.stringify(row)
  if ('string' in row) {
    const ours = pointAt(unitOf(attribute('string')), hash, { kind: 'div', by: 1 }, { string: row['string'] })
    return [{ asked, ours, theirs: number(row, 'published') }]
  }
  const unit = unitOf(literal(text(row, 'flag')), attribute('key'))
  const ours = pointAt(unit, hash, { kind: 'mod', mod: number(row, 'max') }, { key: row['key'] })
  return [{ asked, ours, theirs: number(row, 'published' in row ? 'published' : 'mine') }]
}

const growthBook = (row: Row): Answer[] => {
  const seed = literal(text(row, 'seed'))
  const answer = (version: 'v1' | 'v2', who: 'sdk' | 'utf8', encoding: 'utf16' | 'utf8'): Answer => {
    const first = version === 'v1'
    const ours = pointAt(
      first ? unitOf(attribute('value'), seed) : unitOf(seed, attribute('value')),
      { algorithm: first ? 'fnv1a-32' : 'fnv1a-32-twice', encoding },
      { kind: 'mod', mod: first ? 1000 : 10_000, div: first ? 1000 : 10_000 },
      { value: row['value'] },
    )
    return { asked: `${version} ${who} of ${JSON.stringify(row)}`, ours, theirs: number(row, version, who) }
  }
  return [answer('v1', 'sdk', 'utf16'), answer('v2', 'sdk', 'utf16'), answer('v2', 'utf8', 'utf8')]
}

const launchDarkly = (row: Row): Answer[] => {
  const prefix = row['seed'] === null ? `${text(row, 'flagKey')}.${text(row, 'salt')}.` : `${text(row, 'seed')}.`
  const ours = pointAt(unitOf(literal(prefix), attribute('key', 'integer')), sha15, div60, { key: row['contextKey'] })
  const asked = JSON.stringify(row)
  return [
    { asked, ours, theirs: number(row, 'mine') },
    { asked, ours: Math.floor((ours ?? Number.NaN) * 100_000), theirs: number(row, 'sdkBucket100k') },
  ]
}

const postHog = (row: Row): Answer[] => {
  const answer = (kind: 'rollout' | 'variant' | 'holdout', before: string, after: string): Answer => ({
    asked: `${kind} of ${JSON.stringify(row)}`,
    ours: pointAt(unitOf(literal(before), attribute('id'), literal(after)), sha15, div60, { id: row['id'] }),
    theirs: number(row, kind, 'sdk'),
  })
  const prefix = `${text(row, 'flag')}.`
  return [answer('rollout', prefix, ''), answer('variant', prefix, 'variant'), answer('holdout', 'holdout-', '')]
}

const unleash = (row: Row): Answer[] => {
  const unit = unitOf(literal(`${text(row, 'groupId')}:`), attribute('id'))
  const answer = (kind: 'strategy' | 'variant', who: 'sdk' | 'utf8Sdks'): Answer => {
    const variant = kind === 'variant'
    const encoding = who === 'sdk' ? 'utf16-lowbyte' : 'utf8'
    const hash: PointHash = { algorithm: 'murmur3-32', seed: variant ? 86_028_157 : 0, encoding }
    const norm: Normalisation = { kind: 'mod', mod: variant ? number(row, 'variant', 'totalWeight') : 100, add: 1 }
    const ours = pointAt(unit, hash, norm, { id: row['id'] })
    return { asked: `${kind} ${who} of ${JSON.stringify(row)}`, ours, theirs: number(row, kind, who) }
  }
  return [
    answer('strategy', 'sdk'),
    answer('strategy', 'utf8Sdks'),
    answer('variant', 'sdk'),
    answer('variant', 'utf8Sdks'),
  ]
}

const vendors: Readonly<Record<string, (row: Row) => Answer[]>> = {
  configcat: configCat,
  featurevisor,
  flagd,
  flagsmith,
  'go-feature-flag': goFeatureFlag,
  growthbook: growthBook,
  launchdarkly: launchDarkly,
  posthog: postHog,
  unleash,
}

announceAbsence()

describe('points', () => {
  it('fall between 0 and 1 where nothing else is said', () => {
    const unit = unitOf(literal('flag.'), attribute('id'))
    const point = pointAt(unit, sha15, div60, { id: 'user-1' }) ?? Number.NaN
    // SHA-1 of `flag.user-1`, computed independently.
    const digest = createHash('sha1').update('flag.user-1').digest('hex')
    expect(point).toBe(Number.parseInt(digest.slice(0, 15), 16) / 2 ** 60)
  })

  for (const [vendor, answersOf] of Object.entries(vendors)) {
    const file = `buckets/${vendor}.json`
    if (absence(file) !== undefined) continue
    it(`fall where ${vendor} puts its users`, () => {
      const { rows, computed = [] } = readJson(file) as { rows: Row[]; computed?: Row[] }
      const answers = [...rows, ...computed].flatMap(answersOf)
      expect(answers.length).toBeGreaterThan(0)
      expect(answers.filter(({ ours, theirs }) => ours !== theirs)).toEqual([])
    })
  }
})
