import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../sdk/installed.ts'

/** A fenced block of a page: its file, the language it names, and its text without the page's indentation. */
export type Block = { readonly file: string; readonly language: string; readonly text: string; readonly title: string }

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
  [...textOf(file).matchAll(/^( *)```(\w*)\n(.*?)^ *```/gms)].map(([, indent = '', language = '', inside = '']) => {
    const text = inside.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
    return { file, language, text, title: `${file}: ${text.split('\n').find((line) => line !== '') ?? ''}` }
  })

/** What a page says in the middle of a line, between backticks. */
export const spansOf = (file: string): string[] =>
  [
    ...textOf(file)
      .replaceAll(/^ *```.*?^ *```/gms, '')
      .matchAll(/`([^`\n]+)`/g),
  ].map(([, text = '']) => text)
