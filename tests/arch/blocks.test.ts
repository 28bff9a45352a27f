import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { commands } from '../../src/client/cli/commands.ts'
import { parseText } from '../../src/client/cli/parse-words.ts'
import { optionOf, settings } from '../../src/server/settings.ts'
import { parse } from '../../src/shared/text/rules/parse.ts'
import { blocksOf, pages } from '../packages/documented.ts'
import { root } from './sources.ts'

const blocks = pages().flatMap(blocksOf)
const ofLanguage = (...languages: string[]) =>
  blocks.filter(({ language }) => languages.includes(language)).map((one) => [one.title, one] as const)

/** Languages of code blocks, each with its formatter or compiler. A text block is output or a diagram, and says so. */
const languages = ['sh', 'console', 'ts', 'tsx', 'js', 'json', 'yaml', 'ini', 'text', 'mermaid']

/** The shell lines of a block: all of it, or in a session the lines after `$`. */
const linesOf = ({ language, text }: { language: string; text: string }): string =>
  language === 'sh' ? text : [...text.matchAll(/^\$ (.*)$/gm)].map(([, line = '']) => line).join('\n')

/** The server's own commands, and the options of commands that read settings. */
const ofServer = [...readFileSync(path.join(root, 'bin/fanion.js'), 'utf8').matchAll(/name: '([a-z-]+)', summary/g)]
const ownOptions = [...settings.map(optionOf), '--demo', '--help']
const serverMain = readFileSync(path.join(root, 'src/server/main.ts'), 'utf8')

/** The options in the usage text of a server command. */
const usageOptionsOf = (command: string): string[] =>
  [...serverMain.matchAll(/^(?:const usage = `)?fanion ([a-z-]+).*$/gm)]
    .filter(([, name]) => name === command)
    .flatMap(([line]) => line.match(/--[a-z-]+/g) ?? [])

/** Returns what is wrong with a call of `fanion`, given its arguments. */
function faultOf(words: readonly string[]): string | undefined {
  const [name = ''] = words
  if (name.startsWith('--')) return name === '--help' || name === '--version' ? undefined : `no option ${name}`
  if (ofServer.some(([, own]) => own === name)) {
    const taken = [...ownOptions, ...usageOptionsOf(name)]
    const unknown = words.find((word) => word.startsWith('--') && !taken.includes(word.replace(/=.*/, '')))
    return unknown && `fanion ${name} has no ${unknown}`
  }
  const command = commands.find((one) => one.name === name)
  if (command === undefined) return `no command ${name}`
  const taken: readonly string[] = [...command.options, 'json', 'help']
  const unknown = Object.keys(parseText(words).values).find((option) => !taken.includes(option))
  return unknown && `fanion ${name} has no --${unknown}`
}

describe('the blocks of the pages', () => {
  it('name the language they are in, and, where that is text, what they show', () => {
    expect(blocks.filter(({ language }) => !languages.includes(language)).map(({ title }) => title)).toEqual([])
    const bare = blocks.filter(({ language, marks }) => language === 'text' && Object.keys(marks).length === 0)
    expect(bare.map(({ title }) => title)).toEqual([])
  })

  it('are commands that a shell can read', () => {
    const commandBlocks = ofLanguage('sh', 'console')
    expect(commandBlocks.filter(([, block]) => linesOf(block) === '').map(([title]) => title)).toEqual([])
    // One shell for all blocks. Each block becomes a function that is parsed but not called.
    const functions = commandBlocks.map(([title, block]) => `f() {\n${linesOf(block)}\n} # ${title}`)
    execFileSync('bash', ['-n', '-c', functions.join('\n')])
  })

  it('call fanion with commands and options that there are', () => {
    const wrong = ofLanguage('sh', 'console').flatMap(([title, block]) =>
      linesOf(block)
        .replaceAll('\\\n', ' ')
        .split('\n')
        .map((line) => /^(?:[A-Z_]+=\S+ )*(?:npx (?:--yes )?)?fanion (.*?)(?: #.*| \|\|.*)?$/.exec(line.trim())?.[1])
        .filter((rest) => rest !== undefined)
        // A quoted word is one argument.
        .map((rest) => faultOf((rest.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) => word)))
        .filter((fault) => fault !== undefined)
        .map((fault) => `${title}: ${fault}`),
    )
    expect(wrong).toEqual([])
  })

  it('show rules that can be read as they are typed', () => {
    const rules = blocks.flatMap(({ marks, text }) => (marks['rules'] === undefined ? [] : text.trim().split('\n')))
    expect(rules.length).toBeGreaterThan(3)
    expect(rules.map((rule) => [rule, parse(rule)]).filter(([, read]) => 'misread' in Object(read))).toEqual([])
  })

  it.each(ofLanguage('json'))('are JSON: %s', (_, { text }) => {
    expect(() => JSON.parse(text)).not.toThrow()
  })

  it.each(ofLanguage('yaml'))('are YAML: %s', (_, { text }) => {
    expect(() => parseYaml(text)).not.toThrow()
  })
})
