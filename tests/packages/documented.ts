import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../sdk/installed.ts'

/**
 * A fenced block of a page: file, language, and text without the page's indentation. `marks` follow the language and
 * state why no test runs the block unchanged, as in ```` ```sh held-by="tests/…" ````.
 */
export type Block = {
  readonly file: string
  readonly language: string
  readonly marks: Readonly<Record<string, string>>
  readonly text: string
  readonly title: string
}

/** Returns all Markdown pages of the project. */
export const pages = (): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '')

export const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8')

/** Returns the fenced blocks of a page. A block is identified by its file and first line. */
export const blocksOf = (file: string): Block[] =>
  [...textOf(file).matchAll(/^( *)```(\w*)([^\n]*)\n(.*?)^ *```/gms)].map(
    ([, indent = '', language = '', info = '', inside = '']) => {
      const text = inside.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
      const marks = Object.fromEntries([...info.matchAll(/([a-z-]+)="([^"]+)"/g)].map(([, name, why]) => [name, why]))
      return { file, language, marks, text, title: `${file}: ${text.split('\n').find((line) => line !== '') ?? ''}` }
    },
  )

/** Returns the inline code of a page. */
export const spansOf = (file: string): string[] =>
  [
    ...textOf(file)
      .replaceAll(/^ *```.*?^ *```/gms, '')
      .matchAll(/`([^`\n]+)`/g),
  ].map(([, text = '']) => text)

/** Whether `documented-programs.test.ts` compiles the block unchanged. Otherwise a mark states why not. */
export const isCompiled = ({ language, marks }: Block): boolean =>
  ['ts', 'tsx', 'js'].includes(language) && marks['fragment'] === undefined
