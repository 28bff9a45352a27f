import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const line = `\n\n${'-'.repeat(80)}\n\n`

type Manifest = {
  name: string
  version: string
  license?: string
  author?: string | { name?: string }
  homepage?: string
}

/** Returns the manifest of an installed package by its folder relative to the project. */
export const manifestOf = (folder: string): Manifest =>
  // Safe cast: the package's own manifest.
  JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as Manifest

/** Returns the notices: each package that `subject` contains, once, with name, version and licence. */
export function noticesOf(subject: string, folders: Iterable<string>): string {
  const notices = [...folders]
    .map((folder) => ({ ...manifestOf(folder), texts: textsIn(path.join(root, folder)) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  const parts = new Map<string, string>()
  for (const { name, version, license, author, homepage, texts } of notices) {
    const title = `${name} ${version}`
    const by = typeof author === 'string' ? author : author?.name
    const text = texts.length > 0 ? texts : licenceOf(license, by)
    if (text === undefined) throw new Error(`${title} brings no licence; see what it is under, and add its text here`)
    const origin = [by && `Author: ${by}`, homepage && `Home: ${homepage}`].filter(Boolean)
    parts.set(title, [title, `Licence: ${license ?? 'as below'}`, ...origin, '', text.join('\n\n')].join('\n'))
  }
  const head = `${subject} contains these ${parts.size} packages. Each is used under its own licence, which follows its name.`
  return `${[head, ...parts.values()].join(line)}\n`
}

const textsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => /^(licen[cs]e|copying|notice)(\.|-|$)/i.test(name))
    .map((name) => readFileSync(path.join(folder, name), 'utf8').trim())

/** Returns the text of a licence that a package names but does not include. */
function licenceOf(license: string | undefined, by: string | undefined): string[] | undefined {
  if (license !== 'MIT') return undefined
  const own = readFileSync(path.join(root, 'node_modules/react/LICENSE'), 'utf8')
  return [own.replace(/^Copyright.*$/m, `Copyright (c) ${by ?? 'its authors'}`).trim()]
}
