import { describe, expect, it } from 'vitest'
import { flagdFlag } from '../../../../tests/support/bundles.ts'
import { zipOf } from '../../../../tests/support/zip.ts'
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
    ['an archive of pictures', { 'a.zip': zip({ name: 'a.png', text: '', packed: false }) }, 'There is no .json'],
    ['what is called an archive', { 'a.zip': { zip: 'bm8=' } }, 'a.zip is no zip archive.'],
    ['lists alone', { 'a.csv': 'usr-1\nusr-2' }, 'a.csv is neither JSON nor YAML.'],
    ['prose', { 'a.txt': 'one two\nthree' }, 'a.txt is neither JSON nor YAML.'],
  ])('of %s is refused with a sentence', (_, parts, sentence) => {
    expect(() => readBundle(bundle(parts))).toThrow(sentence)
  })
})
