import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { aDatafile } from '../../../../tests/support/arbitraries.ts'
import { aExtendedDatafile } from '../../../../tests/support/extended-arbitraries.ts'
import { draws } from '../../../../tests/support/seed.ts'
import { filedFlag, filedSegment, flagIn, haveSameMeaning, segmentIn } from '../../../shared/flag-files/documents.ts'
import { printFiled } from '../../../shared/flag-files/print.ts'
import { yamlText } from '../../../shared/flag-files/yaml-text.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { Json } from '../../../shared/schemas/keys.ts'
import { contentByExportedText, withoutComments } from './folder.ts'
import { readFiled } from './read-filed.ts'

const environments = ['development', 'staging', 'production']
const hostile = fc.oneof(
  fc.constantFrom(
    'on',
    'NO',
    'yes',
    '012',
    '1e3',
    '0x1F',
    '~',
    '',
    ' a',
    'a ',
    '- a',
    'a: b',
    'a #b',
    '<<',
    '!t',
    '&a',
  ),
  fc.constantFrom('null', '2026-11-20', '12:30:45', '\ufeffx', 'a\u0085b', 'a\u2028b', '\u0007', 'é😀', '%x', '"', "'"),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc
    .string({ unit: 'binary', maxLength: 8 })
    .filter((text) => !/\p{Surrogate}/u.test(text) && !text.includes('\u0000')),
)
const texts = hostile.map((text) => text.trim() || 'x').filter((text) => text.length <= 100)
const json: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    hostile,
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
    fc.constantFrom(true, false, null, 'x'.repeat(300), 'word '.repeat(60).trim()),
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .dictionary(fc.oneof(hostile, fc.constant('k'.repeat(1_100))), tie('value'), {
        maxKeys: 4,
        noNullPrototype: true,
      })
      .map((object) => Object.fromEntries(Object.entries(object).filter(([key]) => key !== '__proto__'))),
  ),
})).value
const facts = fc.record(
  {
    name: texts,
    description: hostile.map((text) => text.trim()),
    permanence: fc.constantFrom('temporary' as const, 'permanent' as const),
    expectedEnd: fc.constantFrom(null, '2027-01-01T00:00:00.000Z'),
    tags: fc.array(
      texts.map((text) => text.slice(0, 10).trim()).filter((text) => text.length > 0 && !/\p{Surrogate}/u.test(text)),
      { maxLength: 3 },
    ),
    visibleToClients: fc.boolean(),
    schema: fc.constantFrom<{ [key: string]: Json } | null>(null, { type: ['boolean', 'string', 'number', 'object'] }),
  },
  { noNullPrototype: true },
)

/** The same flag in several environments, with its project-level facts. */
const places = fc.oneof(aDatafile(), aExtendedDatafile())

function readBack(text: string) {
  const read = readFiled(text)
  if ('problems' in read) throw new Error(`${JSON.stringify(read.problems)}\n${text}`)
  return read.filed
}

describe('a file of a flag or segment', () => {
  it('is read back as what was written, whatever the flag is', () => {
    fc.assert(
      fc.property(fc.array(places, { minLength: 1, maxLength: 3 }), facts, json, (datafiles, known, value) => {
        for (const key of Object.keys(datafiles[0]?.flags ?? {})) {
          const documents: Record<string, FlagDocument> = {}
          for (const [at, { flags }] of datafiles.entries()) {
            const document = Object.hasOwn(flags, key) ? flags[key] : undefined
            const type = Object.values(documents)[0]?.type ?? document?.type
            if (document === undefined || type === undefined) continue
            const variants = { ...document.variants, ...(type === 'object' && { '1': value, b: value }) }
            documents[environments[at] ?? ''] = { ...document, type, variants }
          }
          const type = Object.values(documents)[0]?.type ?? 'boolean'
          const text = printFiled(filedFlag({ key, type, ...known }, documents))
          const filed = readBack(text)
          if (!('flag' in filed)) throw new Error('a flag stays one')
          expect(Object.keys(filed.environments)).toEqual(Object.keys(documents))
          for (const [environment, document] of Object.entries(documents)) {
            const { variants, ...rest } = flagIn(filed, environment) ?? {}
            const { variants: were, ...others } = document
            expect(rest).toStrictEqual({ ...others, rules: others.rules.map(({ run: _run, ...rule }) => rule) })
            // Variant order is part of a flag.
            expect(JSON.stringify(variants)).toBe(JSON.stringify(were))
          }
          const { flag, environments: _e, variants: _v, salt: _s, visibleToClients: _c, ...read } = filed
          const { visibleToClients: _, ...given } = known
          expect(read).toStrictEqual({ ...given, type })
          expect(flag).toBe(key)
          const again = printFiled(filed)
          expect(printFiled(readBack(again))).toBe(again)
        }
      }),
      { numRuns: draws(20, 40) },
    )
  })

  it('is read back as what was written, whatever the segment is', () => {
    fc.assert(
      fc.property(places, texts, ({ segments }, name) => {
        for (const [key, document] of Object.entries(segments)) {
          const filed = readBack(printFiled(filedSegment({ key, name, description: '' }, { production: document })))
          if (!('segment' in filed)) throw new Error('a segment stays one')
          expect(segmentIn(filed, 'production')).toStrictEqual(document)
        }
      }),
    )
  })

  it('is YAML that older readers take for the same, too', () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = yamlText({ value })
        expect(JSON.stringify(parse(text))).toBe(JSON.stringify({ value }))
        // YAML 1.1 reads numbers such as 1e+21 as strings, because it requires a dot.
        const older: unknown = /\de[+-]/.test(text) ? { value } : parse(text, { version: '1.1' })
        expect(JSON.stringify(older)).toBe(JSON.stringify({ value }))
      }),
      { numRuns: draws(200, 400) },
    )
  })

  it('is the same with comments and empty lines between its lines, however lines end', () => {
    const between = fc.array(fc.constantFrom('', '# on: true', '    # - a', '  '), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(places, texts, between, fc.constantFrom('\n', '\r\n'), ({ flags }, name, more, end) => {
        for (const [key, document] of Object.entries(flags)) {
          const nothing = { permanence: 'temporary' as const, expectedEnd: null, tags: [], schema: null }
          const known = { key, name, description: '', type: document.type, visibleToClients: false, ...nothing }
          const filed = filedFlag(known, { production: document })
          const lines = printFiled(filed).split('\n')
          const text = lines.flatMap((line, at) => [line, more[at % more.length] ?? '']).join(end)
          expect(haveSameMeaning(readBack(text), filed)).toBe(true)
          // A known text need not be parsed.
          expect(contentByExportedText([filed]).get(withoutComments(text))).toBe(filed)
        }
      }),
      { numRuns: draws(30, 100) },
    )
  })

  it('may be JSON', () => {
    const filed = { segment: 'staff', name: 'Staff', environments: { production: { included: ['a'] } } }
    expect(readBack(JSON.stringify(filed, null, '\t'))).toMatchObject({ segment: 'staff' })
  })
})

const flag = (more: string) => `flag: checkout\nname: Checkout\ntype: boolean\nvariants: { "on": true }\n${more}`
const state = (more: string) =>
  flag(`environments:\n  production:\n    on: true\n    offVariant: null\n    otherwise: { variant: "on" }\n${more}`)

describe('what a file may not hold', () => {
  const cases: [what: string, text: string, at: [number, number], says: RegExp][] = [
    ['an unknown field', flag('descripton: x\n'), [5, 1], /no such field.*“description”/],
    ['one that is nothing known', flag('zzz: x\n'), [5, 1], /one of flag, name, description/],
    ['one of an environment', state('    offVarient: a\n'), [10, 5], /“offVariant”/],
    [
      'one of a rule',
      state('    rules:\n      - { id: a, when: true, serves: { variant: "on" } }\n'),
      [11, 30],
      /“serve”/,
    ],
    ['the run of a rule', state('    rules:\n      - id: a\n        run: 3\n'), [12, 9], /no such field/],
    ['a missing field', 'flag: a\nname: A\n', [1, 1], /type is missing/],
    ['another type', flag('tags: a\n'), [5, 1], /a list/],
    [
      'an unknown operator',
      state('    rules:\n      - id: a\n        when: { attribute: a, operator: iz, values: [] }\n'),
      [12, 31],
      /one of/,
    ],
    ['a key twice', flag('name: B\n'), [5, 1], /is there twice/],
    ['a tab', 'flag: a\nname:\n\t- b\n', [3, 1], /spaces/],
    ['an alias', flag('tags: &a [x]\nschema: { a: *a }\n'), [6, 14], /itself/],
    ['a tag of YAML', flag('description: !thing x\n'), [5, 14], /YAML/],
    ['two documents', `${flag('')}---\n${flag('')}`, [5, 1], /one flag/],
    ['no flag', 'name: A\n', [1, 1], /neither/],
    ['a list', '- a\n', [1, 1], /neither/],
    ['nothing', '', [1, 1], /neither/],
    ['what is no YAML', 'flag: [', [1, 8], /./],
    ['text that cannot be kept', flag('description: "\\u0000"\n'), [5, 1], /NUL/],
  ]
  it.each(cases)('%s is refused at its line and column', (_, text, [line, column], says) => {
    const read = readFiled(text)
    if (!('problems' in read)) throw new Error('it was read')
    const told = read.problems.map(({ path, problem, expected }) => `${path} ${problem}: ${expected}`)
    expect(told.join('\n')).toMatch(says)
    expect(read.problems.map((one) => [one.line, one.column])).toContainEqual([line, column])
  })

  it('is refused however deep it nests', () => {
    expect(readFiled(`flag: ${'['.repeat(100_000)}`)).toHaveProperty('problems')
  })
})
