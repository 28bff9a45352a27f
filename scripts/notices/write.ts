// Writes dist/THIRD-PARTY-NOTICES.txt: every package that a build took in, by name and version, with its licence.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { notesFolder } from './bundled.ts'

const root = path.resolve(import.meta.dirname, '../..')

const folders = new Set<string>()
for (const note of readdirSync(notesFolder)) {
  // what the plugin wrote
  for (const folder of JSON.parse(readFileSync(path.join(notesFolder, note), 'utf8')) as string[]) folders.add(folder)
}

type Manifest = {
  name: string
  version: string
  license?: string
  author?: string | { name?: string }
  homepage?: string
}

const notices = [...folders]
  .map((folder) => {
    const at = path.join(root, folder)
    // a package's own file
    const manifest = JSON.parse(readFileSync(path.join(at, 'package.json'), 'utf8')) as Manifest
    const files = readdirSync(at).filter((name) => /^(licen[cs]e|copying|notice)(\.|-|$)/i.test(name))
    const texts = files.map((name) => readFileSync(path.join(at, name), 'utf8').trim())
    return { ...manifest, texts }
  })
  .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))

/** The text of a licence that a package names and does not bring. */
function licenceOf(license: string | undefined, by: string | undefined): string[] | undefined {
  if (license !== 'MIT') return undefined
  const own = readFileSync(path.join(root, 'node_modules/react/LICENSE'), 'utf8')
  return [own.replace(/^Copyright.*$/m, `Copyright (c) ${by ?? 'its authors'}`).trim()]
}

const seen = new Set<string>()
const parts = notices.flatMap(({ name, version, license, author, homepage, texts }) => {
  const title = `${name} ${version}`
  if (seen.has(title)) return []
  seen.add(title)
  const by = typeof author === 'string' ? author : author?.name
  const text = texts.length > 0 ? texts : licenceOf(license, by)
  if (text === undefined) throw new Error(`${title} brings no licence; see what it is under, and add its text here`)
  const origin = [by && `Author: ${by}`, homepage && `Home: ${homepage}`].filter(Boolean)
  return [[title, `Licence: ${license ?? 'as below'}`, ...origin, '', text.join('\n\n')].join('\n')]
})

const line = `\n\n${'-'.repeat(80)}\n\n`
const head = `Fanion contains these ${parts.length} packages. Each is used under its own licence, which follows its name.`
writeFileSync(path.join(root, 'dist/THIRD-PARTY-NOTICES.txt'), `${[head, ...parts].join(line)}\n`)
