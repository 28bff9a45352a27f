import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { madePages } from './made-pages.ts'
import { addressOf, pages, root } from './site.ts'

/** Folder of the pages during the build. The sources are not modified. */
export const gathered = path.join(root, 'dist/.docs')

/** Returns the text of a page, from its file or generated. */
export const textOf = (file: string): string => madePages[file]?.() ?? readFileSync(path.join(root, file), 'utf8')

/** Applies `change` to the parts of a page that are not code. */
export const outsideOfCode = (text: string, change: (part: string) => string): string =>
  text
    .split(/(^ *```.*?^ *```[^\n]*$|`(?:[^`\n]|\n(?!\n))+`)/ms)
    // otherwise inline code that continues on the next line could start that line with something like HTML
    .map((part, index) => (index % 2 === 0 ? change(part) : /^`[^`]/.test(part) ? part.replaceAll('\n', ' ') : part))
    .join('')

const known = new Map(pages.map(({ file }) => [file, `/${addressOf(file)}`]))

/** Returns the site address of a link, or undefined if the site does not have its target. */
function placeOf(file: string, link: string): string | undefined {
  const [place = '', anchor] = link.split('#')
  const target = place === '' ? file : path.posix.normalize(path.posix.join(path.posix.dirname(file), place))
  const address = known.get(target) ?? known.get(`${target}/README.md`)
  if (address !== undefined) return `${address}${anchor === undefined ? '' : `#${anchor}`}`
  const whole = path.join(root, target)
  if (target.endsWith('.md') || !existsSync(whole) || !statSync(whole).isFile()) return undefined
  // a file to view or download, for example a configuration
  const copy = path.join(gathered, 'public/files', target)
  mkdirSync(path.dirname(copy), { recursive: true })
  cpSync(whole, copy)
  return `/files/${target}`
}

const isElsewhere = (link: string) => /^[a-z]+:/.test(link)

/** Returns a picture of the UI that matches the reader's colour scheme, with the phone version on narrow screens. */
function pictureText(alt: string, address: string): string {
  const one = (of: string, only: string) => {
    const phone = of.replace(/-(light|dark)\./, '-phone-$1.')
    const isThere = existsSync(path.join(root, 'docs/pictures', path.posix.basename(phone)))
    const source = isThere ? `<source media="(max-width: 640px)" srcset="${phone}" width="390" height="844">` : ''
    const image = `<img src="${of}" alt="${alt}" width="1440" height="900" loading="lazy">`
    return `<picture class="shot ${only}">${source}${image}</picture>`
  }
  return `${one(address, 'only-light')}${one(address.replace('-light.', '-dark.'), 'only-dark')}`
}

/** Source texts contain no HTML or templates: escapes `<` and `{{`, and removes comments. */
const asText = (part: string): string =>
  part
    .replaceAll(/^<!--.*?-->$/gms, '')
    .replaceAll(/<(?=[a-z/!])/gi, '&lt;')
    .replaceAll('{{', '&#123;&#123;')

/**
 * Returns a page for the site: links lead to pages and files of the site, and pictures match the reader's colour
 * scheme.
 */
export function sitePage(file: string, text: string): string {
  const up = '../'.repeat(addressOf(file).split('/').length - 1) || './'
  const plain = madePages[file] ? text : outsideOfCode(text, asText)
  const withPictures = outsideOfCode(plain, (part) =>
    part.replaceAll(/!\[([^\]]*)\]\(([^)]*\/)?([\w-]+-light\.webp)\)/g, (_, alt: string, _folder, name: string) =>
      pictureText(alt, `${up}pictures/${name}`),
    ),
  )
  // link texts can contain code, so links are replaced in all text between fences
  return withPictures
    .split(/(^ *```.*?^ *```[^\n]*$)/ms)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replaceAll(/(?<![!`])\[((?:`[^`]*`|[^\]`])+)\]\(([^)\s]+)\)/g, (whole, words: string, link: string) => {
            if (isElsewhere(link)) return whole
            const place = placeOf(file, link)
            if (place === undefined) return words
            return place.startsWith('/files/')
              ? `<a href="/docs${place}" target="_self">${html(words)}</a>`
              : `[${words}](${place})`
          }),
    )
    .join('')
}

/** Converts a link text to HTML. It can contain only inline code. */
const html = (words: string): string => words.replaceAll(/`([^`]+)`/g, '<code>$1</code>')

/** Writes every page of the site, with linked files and pictures, to its own folder. */
export function gather(): void {
  rmSync(gathered, { force: true, recursive: true })
  mkdirSync(path.join(gathered, 'public'), { recursive: true })
  cpSync(path.join(root, 'docs/pictures'), path.join(gathered, 'pictures'), {
    recursive: true,
    filter: (name) => !name.endsWith('.md'),
  })
  for (const { file } of pages) {
    const out = path.join(gathered, `${addressOf(file)}.md`)
    mkdirSync(path.dirname(out), { recursive: true })
    writeFileSync(out, sitePage(file, textOf(file)))
  }
}
