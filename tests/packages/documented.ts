import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../sdk/installed.ts'

/**
 * A fenced block of a page: its file, the language it names, and its text without the page's indentation. `marks` say behind
 * the language why no test takes the block as it stands, as in ```` ```sh held-by="tests/…" ````.
 */
export type Block = {
  readonly file: string
  readonly language: string
  readonly marks: Readonly<Record<string, string>>
  readonly text: string
  readonly title: string
}

/** Every page of the project. */
export const pages = (): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '')

export const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8')

/** The fenced blocks of a page. A block is known by its file and its first line. */
export const blocksOf = (file: string): Block[] =>
  [...textOf(file).matchAll(/^( *)```(\w*)([^\n]*)\n(.*?)^ *```/gms)].map(
    ([, indent = '', language = '', info = '', inside = '']) => {
      const text = inside.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
      const marks = Object.fromEntries([...info.matchAll(/([a-z-]+)="([^"]+)"/g)].map(([, name, why]) => [name, why]))
      return { file, language, marks, text, title: `${file}: ${text.split('\n').find((line) => line !== '') ?? ''}` }
    },
  )

/** What a page says in the middle of a line, between backticks. */
export const spansOf = (file: string): string[] =>
  [
    ...textOf(file)
      .replaceAll(/^ *```.*?^ *```/gms, '')
      .matchAll(/`([^`\n]+)`/g),
  ].map(([, text = '']) => text)

/** Whether a block is a program that `documented-programs.test.ts` compiles as it stands: where it isn't, it says why. */
export const isCompiled = ({ language, marks }: Block): boolean =>
  ['ts', 'tsx', 'js'].includes(language) && marks['fragment'] === undefined
