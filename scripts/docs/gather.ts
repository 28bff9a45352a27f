import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { madePages } from './made-pages.ts'
import { addressOf, pages, root } from './site.ts'

/** Where the pages stand while the site is built: what is written in the project stays as it is. */
export const gathered = path.join(root, 'dist/.docs')

/** The text of a page, as it is written or as it is made. */
export const textOf = (file: string): string => madePages[file]?.() ?? readFileSync(path.join(root, file), 'utf8')

/** Runs something over the parts of a page that are no code. */
export const outsideOfCode = (text: string, change: (part: string) => string): string =>
  text
    .split(/(^ *```.*?^ *```[^\n]*$|`(?:[^`\n]|\n(?!\n))+`)/ms)
    // a line of code that goes on in the next would begin that with what looks like HTML
    .map((part, index) => (index % 2 === 0 ? change(part) : /^`[^`]/.test(part) ? part.replaceAll('\n', ' ') : part))
    .join('')

const known = new Map(pages.map(({ file }) => [file, `/${addressOf(file)}`]))

/** Where a link of a page leads on the site; undefined where the site has nothing of it. */
function placeOf(file: string, link: string): string | undefined {
  const [place = '', anchor] = link.split('#')
  const target = place === '' ? file : path.posix.normalize(path.posix.join(path.posix.dirname(file), place))
  const address = known.get(target) ?? known.get(`${target}/README.md`)
  if (address !== undefined) return `${address}${anchor === undefined ? '' : `#${anchor}`}`
  const whole = path.join(root, target)
  if (target.endsWith('.md') || !existsSync(whole) || !statSync(whole).isFile()) return undefined
  // a file to look at or take along, such as a configuration
  const copy = path.join(gathered, 'public/files', target)
  mkdirSync(path.dirname(copy), { recursive: true })
  cpSync(whole, copy)
  return `/files/${target}`
}

const isElsewhere = (link: string) => /^[a-z]+:/.test(link)

/** A picture of the UI in the scheme that the reader has, and on a narrow screen the one that a phone shows. */
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

/** What is written in the project is no HTML and no template: `<` and `{{` stand for themselves, and comments for nothing. */
const asText = (part: string): string =>
  part
    .replaceAll(/^<!--.*?-->$/gms, '')
    .replaceAll(/<(?=[a-z/!])/gi, '&lt;')
    .replaceAll('{{', '&#123;&#123;')

/** A page as the site has it: its links lead to pages and files of the site, and pictures follow the reader's scheme. */
export function sitePage(file: string, text: string): string {
  const up = '../'.repeat(addressOf(file).split('/').length - 1) || './'
  const plain = madePages[file] ? text : outsideOfCode(text, asText)
  const withPictures = outsideOfCode(plain, (part) =>
    part.replaceAll(/!\[([^\]]*)\]\(([^)]*\/)?([\w-]+-light\.webp)\)/g, (_, alt: string, _folder, name: string) =>
      pictureText(alt, `${up}pictures/${name}`),
    ),
  )
  // a link may hold code, so these are looked for in the whole of the text between fences
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

/** The words of a link as HTML: code is all they may hold. */
const html = (words: string): string => words.replaceAll(/`([^`]+)`/g, '<code>$1</code>')

/** Writes every page of the site, with what it links to and shows, to a folder of its own. */
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
