import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { madePages } from '../../scripts/docs/made-pages.ts'
import { addressOf, anchorOf, pages as sitePages } from '../../scripts/docs/site.ts'
import { docsPages } from '../../src/shared/docs-pages.ts'
import { pages, textOf } from '../packages/documented.ts'
import { root } from './sources.ts'

const made = Object.keys(madePages)
const written = pages()
const textOfPage = (file: string) => madePages[file]?.() ?? textOf(file)

/** A page's text without code blocks, and without code that looks like a link. */
const prose = (file: string) =>
  textOfPage(file)
    .replaceAll(/^ *```.*?^ *```/gms, '')
    .replaceAll(/`[^`\n]*\]\([^`\n]*`/g, '')

/** The anchors of a page's headings. Repeated headings get a number. */
function anchorsOf(file: string): Set<string> {
  const found = new Set<string>()
  for (const [, heading = ''] of prose(file).matchAll(/^#{1,6} (.+)$/gm)) {
    const anchor = anchorOf(heading.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll(/[`*]/g, ''))
    let name = anchor
    for (let again = 1; found.has(name); again += 1) name = `${anchor}-${again}`
    found.add(name)
  }
  return found
}

const targetOf = (file: string, place: string) =>
  place === '' ? file : path.posix.normalize(path.posix.join(path.posix.dirname(file), place))

/** The broken links of a page to other pages of the project, with the problem. */
const faultsOf = (file: string): string[] =>
  [...prose(file).matchAll(/(?<!`)\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .flatMap((link) => {
      const [place = '', anchor] = link.split('#')
      const target = targetOf(file, place)
      const isThere = made.includes(target) || existsSync(path.join(root, target))
      if (!isThere) return [`${file}: ${link} leads nowhere`]
      if (anchor === undefined || !target.endsWith('.md') || anchorsOf(target).has(anchor)) return []
      return [`${file}: ${link} names no heading`]
    })

describe('the pages', () => {
  it('lead to pages, files and headings that there are', { timeout: 60_000 }, () => {
    expect([...written, ...made].flatMap(faultsOf)).toEqual([])
  })

  it('are all in the list of the site, and each once', () => {
    const listed = sitePages.map(({ file }) => file)
    expect(new Set(listed).size).toBe(listed.length)
    const missing = written.filter((file) => file.startsWith('docs/') && !listed.includes(file))
    expect(missing).toEqual([])
    expect(listed.filter((file) => !written.includes(file) && !made.includes(file))).toEqual([])
    expect(made.filter((file) => !listed.includes(file))).toEqual([])
  })

  it('are not given one address twice', () => {
    const addresses = sitePages.map(({ file }) => addressOf(file))
    expect(new Set(addresses).size).toBe(addresses.length)
  })
})

describe('links of the product to the documentation', () => {
  it.each(Object.entries(docsPages))('lead to a page and heading that there are: %s', (_, address) => {
    const [place = '', anchor] = address.replace(/^\/docs\//, '').split('#')
    const page = sitePages.find(({ file }) => addressOf(file) === (place === '' ? 'index' : place))
    expect(page).toBeDefined()
    const known = page === undefined ? [] : [undefined, ...anchorsOf(page.file)]
    expect(known).toContain(anchor)
  })
})
