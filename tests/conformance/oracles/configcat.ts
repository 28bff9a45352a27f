import { createHash } from 'node:crypto'
import { createConsoleLogger, getClient, LogLevel, PollingMode, User } from 'configcat-node'
import type { Json } from '../../../src/shared/schemas/keys.ts'
import { compileConfigCat } from '../../../src/shared/vendors/configcat/import/compile.ts'
import { CcConfig } from '../../../src/shared/vendors/configcat/import/config.ts'
import { chance, type Random } from '../../../src/shared/vendors/importing/sample.ts'
import { numbers, pick, several, someNumber, someText, someUnit, someValue, versions, words } from './awkward.ts'
import { type Attributes, type Oracle, type Round, readAs, sentAs } from './oracle.ts'

const salt = 'salt of the file'
const attributes = ['Identifier', 'Email', 'plan', 'age', 'version', 'since', 'tags'] as const
const asList = (list: readonly string[]) => list as [string, ...string[]]
const text = (random: Random): string => (chance(random, 0.6) ? pick(random, asList(words)) : someText(random))
const hash = (value: string | Buffer, context: string): string =>
  createHash('sha256').update(value).update(salt).update(context).digest('hex')

/** The comparison value of a comparator, in its own format. */
const compared = (random: Random, c: number, context: string): Record<string, Json> => {
  const texts = () => several(random, 3, () => text(random))
  const slice = (value: string) => {
    const bytes = Buffer.from(value)
    return `${bytes.length}_${hash(bytes, context)}`
  }
  if (c === 4 || c === 5) return { l: several(random, 3, () => pick(random, asList([...versions, '']))) }
  if (c >= 6 && c <= 9) return { s: pick(random, asList(versions)) }
  if (c >= 10 && c <= 15) return { d: chance(random, 0.6) ? Math.floor(random() * 10) : someNumber(random) }
  if (c === 16 || c === 17 || c === 26 || c === 27) return { l: texts().map((one) => hash(one, context)) }
  if (c === 18 || c === 19) return { d: 1_767_225_600 + Math.floor(random() * 100) }
  if (c === 20 || c === 21) return { s: hash(text(random), context) }
  if (c >= 22 && c <= 25) return { l: texts().map(slice) }
  return c === 28 || c === 29 ? { s: text(random) } : { l: texts() }
}

const userCondition = (random: Random, context: string): Json => {
  const c = Math.floor(random() * 36)
  const likely =
    c >= 4 && c <= 9
      ? 'version'
      : c >= 10 && c <= 15
        ? 'age'
        : c === 18 || c === 19
          ? 'since'
          : c >= 26 && (c < 28 || c > 33)
            ? 'tags'
            : 'plan'
  return { a: chance(random, 0.6) ? likely : pick(random, attributes), c, ...compared(random, c, context) }
}

type Kind = { t: number; values: readonly Json[] }
const kinds: readonly [Kind, ...Kind[]] = [
  { t: 0, values: [{ b: true }, { b: false }] },
  { t: 1, values: [{ s: 'a' }, { s: '' }, { s: 'Ünï' }] },
  { t: 2, values: [{ i: 1 }, { i: -7 }] },
  { t: 3, values: [{ d: 0.5 }, { d: 3 }] },
]

const setting = (random: Random, key: string, earlier: readonly { key: string; kind: Kind }[], kind: Kind): Json => {
  const served = () => ({ v: pick(random, kind.values as [Json, ...Json[]]), i: pick(random, ['id1', 'id2']) })
  const options = (): Json[] => {
    const first = pick(random, [0, 1, 33, 50, 100])
    return [
      { p: first, ...served() },
      { p: chance(random, 0.95) ? 100 - first : 10, ...served() },
    ]
  }
  const condition = (): Json => {
    const kindOf = random()
    const other = earlier[Math.floor(random() * earlier.length)]
    if (kindOf < 0.15 && other !== undefined)
      return {
        p: { f: other.key, c: chance(random, 0.5) ? 0 : 1, v: pick(random, other.kind.values as [Json, ...Json[]]) },
      }
    if (kindOf < 0.3) return { s: { s: Math.floor(random() * 2), c: chance(random, 0.5) ? 0 : 1 } }
    return { u: userCondition(random, key) }
  }
  return {
    t: kind.t,
    ...served(),
    ...(chance(random, 0.2) ? { a: pick(random, ['plan', 'Email', 'tags']) } : {}),
    ...(chance(random, 0.3) ? { p: options() } : {}),
    r: several(random, 3, () => ({
      c: Array.from({ length: 1 + Math.floor(random() * 2) }, condition),
      ...(chance(random, 0.7) ? { s: served() } : { p: options() }),
    })),
  }
}

const document = (random: Random) => {
  const earlier: { key: string; kind: Kind }[] = []
  const f: Record<string, Json> = {}
  for (const key of ['first', 'Second-setting', 'dritte_ü', 'fourth']) {
    const kind = pick(random, kinds)
    f[key] = setting(random, key, earlier, kind)
    earlier.push({ key, kind })
  }
  const segments = ['one', 'Zwei'].map((n) => ({
    n,
    r: Array.from({ length: 1 + Math.floor(random() * 2) }, () => userCondition(random, n)),
  }))
  return { p: { u: 'https://test-cdn-global.configcat.com', r: 0, s: salt }, s: segments, f }
}

const person = (random: Random): Attributes => {
  const value = (name: string): Json => {
    const kind = random()
    if (name === 'version' && kind < 0.8) return pick(random, asList(versions))
    if (name === 'age' && kind < 0.7)
      return chance(random, 0.6) ? Math.floor(random() * 10) : pick(random, asList(numbers))
    if (name === 'since' && kind < 0.8)
      return pick(random, [1_767_225_600 + Math.floor(random() * 100), '1767225650', '1767225650,5'] as [
        Json,
        ...Json[],
      ])
    if (name === 'tags' && kind < 0.8) return several(random, 3, () => text(random))
    return someValue(random)
  }
  const own = attributes.filter((name) => name !== 'Identifier' && name !== 'Email' && chance(random, 0.75))
  return {
    ...Object.fromEntries(own.map((name) => [name, value(name)])),
    ...(chance(random, 0.7) ? { Email: text(random) } : {}),
    ...(chance(random, 0.95) ? { Identifier: someUnit(random) } : {}),
  }
}

let rounds = 0

/** The files that ConfigCat's SDKs download, read by one of them from its cache. */
export const configCat: Oracle = {
  vendor: 'ConfigCat',
  sdk: 'configcat-node 11.4.1',
  round: async (random, count, alter): Promise<Round> => {
    const made = sentAs(document(random), alter)
    const config = readAs(CcConfig, made)
    rounds += 1
    const kept = `1767225600000\n"etag"\n${JSON.stringify(made)}`
    const client = getClient(`configcat-proxy/oracle-${rounds}`, PollingMode.ManualPoll, {
      baseUrl: 'http://127.0.0.1:9',
      offline: true,
      logger: createConsoleLogger(LogLevel.Off),
      cache: { get: () => kept, set: () => undefined },
    })
    await client.waitForReady()
    const snapshot = client.snapshot()
    return {
      document: made,
      imported: compileConfigCat(config),
      flags: Object.keys(config.f ?? {}),
      nowMs: 0,
      contexts: Array.from({ length: count }, () => person(random)),
      // Without an Identifier, ConfigCat has no user and no attributes.
      contextOf: (attributes) => (attributes['Identifier'] === undefined ? {} : attributes),
      theirs: (flag, { Identifier, Email, ...custom }) => {
        const user =
          Identifier === undefined
            ? undefined
            : new User(
                Identifier as string,
                Email as string | undefined,
                undefined,
                custom as unknown as ConstructorParameters<typeof User>[3],
              )
        const { value, variationId, isDefaultValue } = snapshot.getValueDetails(flag, null, user)
        return isDefaultValue ? 'default' : [value, variationId ?? null]
      },
      ours: ({ errorCode, value, name }) => (errorCode === null ? [value ?? null, name] : 'default'),
      end: () => client.dispose(),
    }
  },
}
