import { describe, expect, it } from 'vitest'
import { bundleOf, flagdFlag } from '../../../../../tests/support/bundles.ts'
import { zipOf } from '../../../../../tests/support/zip.ts'
import { readBundle } from './read-bundle.ts'

const file = JSON.stringify({ flags: { a: flagdFlag() } })
const bundle = (parts: object) => Buffer.from(JSON.stringify({ format: 1, parts }))
const zip = (...files: Parameters<typeof zipOf>[0]) => ({ zip: zipOf(files).toString('base64') })

describe('a bundle', () => {
  it('may hold archives, whose files are files of it', () => {
    const archive = zip(
      { name: 'x/flags.json', text: file, packed: true },
      { name: 'list.csv', text: 'usr-1\n', packed: false },
    )
    expect(readBundle(bundle({ 'all.zip': archive, 'b.json': file }))).toEqual([
      { name: 'all.zip/x/flags.json', value: JSON.parse(file) },
      { name: 'all.zip/list.csv', value: 'usr-1\n' },
      { name: 'b.json', value: JSON.parse(file) },
    ])
  })

  it.each([
    ['an archive of nothing', { 'a.zip': zip() }, 'a.zip is no zip archive.'],
    [
      'an archive of pictures',
      { 'a.zip': zip({ name: 'a.png', text: '', packed: false }) },
      'There is no .json, .yaml, .toml or .csv file',
    ],
    ['what is called an archive', { 'a.zip': { zip: 'bm8=' } }, 'a.zip is no zip archive.'],
    ['lists alone', { 'a.csv': 'usr-1\nusr-2' }, 'a.csv is neither JSON nor YAML nor TOML.'],
    ['prose', { 'a.txt': 'one two\nthree' }, 'a.txt is neither JSON nor YAML nor TOML.'],
  ])('of %s is refused with a sentence', (_, parts, sentence) => {
    expect(() => readBundle(bundle(parts))).toThrow(sentence)
  })

  it('may be TOML, told by its content', () => {
    const toml = [
      '# shop',
      '[checkout]',
      'trackEvents = false',
      'variations.on = true',
      "[checkout.'defaultRule']",
      'percentage = { on = 10.5, off = 89.5 }',
      '[[checkout.targeting]]',
      'query = "country eq \\"AT\\""',
      'from = 2026-01-01T00:00:00+01:00',
      'day = 2026-01-01',
    ].join('\r\n')
    const [part] = readBundle(bundle({ 'flags.txt': toml }))
    expect(part?.value).toEqual({
      checkout: {
        trackEvents: false,
        variations: { on: true },
        defaultRule: { percentage: { on: 10.5, off: 89.5 } },
        targeting: [{ query: 'country eq "AT"', from: '2026-01-01T00:00:00.000+01:00', day: '2026-01-01' }],
      },
    })
  })

  it('keeps what TOML calls like parts of every object as plain names', () => {
    const [part] = readBundle(bundle({ 'a.toml': '[__proto__]\nisAdmin = true\n[constructor]\na = 1\n' }))
    expect(Object.keys(part?.value as object)).toEqual(['__proto__', 'constructor'])
    expect({}).not.toHaveProperty('isAdmin')
  })

  it.each([
    ['TOML', '[a]\nb = 1\nb = 2', 'a.toml looks like TOML; line 3, column 1: '],
    ['TOML', '[a]\nb = "open', 'a.toml looks like TOML; line 2, column '],
    ['TOML', 'b = inf', 'a.toml looks like TOML; b is no number that JSON knows.'],
    ['TOML', `a = ${'['.repeat(2_000)}`, 'a.toml looks like TOML; line 1, column '],
    ['YAML', 'a: 1\nb: [1,\nc: }', 'Read as YAML, it is wrong in line 3, column '],
  ])('of broken %s is refused with the place', (_, text, sentence) => {
    expect(() => readBundle(bundle({ 'a.toml': text }))).toThrow(sentence)
  })

  it('tells no YAML for TOML', () => {
    const yaml = '# a = 1\nflags:\n  a = b: 1\n'
    expect(readBundle(bundle({ 'a.yaml': yaml }))[0]?.value).toEqual({ flags: { 'a = b': 1 } })
  })
})

describe('JSON', () => {
  it('may be several documents, one behind the other', () => {
    const text = '{"a": "}\\"{"}\n{"b": [1]} [2]\n'
    expect(readBundle(bundle({ 'a.json': text }))[0]?.value).toEqual([{ a: '}"{' }, { b: [1] }, [2]])
  })

  it.each([
    [
      'in an object',
      '{"flags": {\n  "a": {"state": "ENABLED"',
      'a.json is JSON that was cut short: it ends in line 2, column ',
    ],
    ['in a text', '{"flags": {"a": "ENA', 'a.json is JSON that was cut short: it ends in line 1, column '],
    ['in the second document', '{"a": 1}\n{"b": ', 'a.json'],
    ['in a list', '[{"a": 1},', 'a.json is JSON that was cut short'],
  ])('that was cut short %s is named as such', (_, text, sentence) => {
    expect(() => readBundle(bundle({ 'a.json': text }))).toThrow(sentence)
    expect(() => readBundle(bundle({ 'a.json': text }))).not.toThrow('YAML')
  })

  it('that is wrong in the middle is named by its place', () => {
    const text = '{"a": 1,\n "b": tru,\n "c": {"d" 2}}'
    expect(() => readBundle(bundle({ 'a.json': text }))).toThrow(
      'a.json looks like JSON, but is wrong in line 2, column',
    )
  })
})

describe('a Kubernetes manifest', () => {
  it('has the files of its ConfigMaps as parts, and the rest of itself', () => {
    const manifest = [
      'apiVersion: v1',
      'kind: ConfigMap',
      'data:',
      `  flags.json: '${file}'`,
      '  nginx.conf: "worker_processes 1;"',
      '---',
      'apiVersion: v1',
      'kind: Service',
    ].join('\n')
    expect(readBundle(bundle({ 'a.yaml': manifest }))).toEqual([
      { name: 'a.yaml/flags.json', value: JSON.parse(file) },
      { name: 'a.yaml', value: [{ apiVersion: 'v1', kind: 'Service' }] },
    ])
  })
})

describe('a file that is small and slow', () => {
  it.each([
    ['brackets', '['.repeat(500_000), 'more than 100 levels'],
    ['braces', '{'.repeat(500_000), 'more than 100 levels'],
    ['lists in keys', '[{a: '.repeat(100_000), 'more than 100 levels'],
    ['lists on one line', `a: 1\n${'- '.repeat(250_000)}`, 'more than 100 levels'],
    ['keys on one line', 'a: '.repeat(150_000), 'more than 100 levels'],
  ])('is refused before it is parsed: %s', (_, text, sentence) => {
    expect(() => readBundle(bundleOf({ 'a.yaml': text }))).toThrow(sentence)
  })

  it('has many keys, and a key that comes twice is named by its place', () => {
    const keys = Array.from({ length: 20_000 }, (_, at) => `key-${at}: 1`)
    expect(readBundle(bundleOf({ 'a.yaml': keys.join('\n') }))).toHaveLength(1)
    expect(() => readBundle(bundleOf({ 'a.yaml': 'a: 1\nb: {c: 1, c: 2}\n' }))).toThrow('wrong in line 2, column 11')
  })
})
