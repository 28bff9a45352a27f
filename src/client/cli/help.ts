import { docsPages } from '../../shared/docs-pages.ts'
import { type Command, options } from './command.ts'

/** A command of another program under the same name, such as the server’s `start`. Listed in the help. */
export type Other = { readonly name: string; readonly summary: string }

const table = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, what]) => `  ${name.padEnd(width)}  ${what}`).join('\n')
}

const usageOf = ({ name, args }: Command): string => [name, ...args].join(' ')

/** The list of all commands, one per line. */
export const overview = (commands: readonly Command[], others: readonly Other[]): string => {
  const mine = commands.map((command) => [usageOf(command), command.summary] as const)
  const server = others.map(({ name, summary }) => [name, summary] as const)
  return [
    'Usage: fanion <command> [options]',
    '',
    table([...server, ...mine]),
    '',
    'fanion <command> --help explains a command; --version prints the version; --json prints JSON.',
    'Exit codes: 0 done, 1 found something or was rejected, 2 wrong usage.',
    `Documentation: ${docsPages.commands} of your server, such as http://127.0.0.1:4400${docsPages.commands}`,
  ].join('\n')
}

/** The help of one command: usage, options and examples. */
export const helpOf = (command: Command): string => {
  const rows = [...command.options, 'json' as const, 'help' as const].map((name) => {
    const { value, what } = options[name]
    return [`--${name}${value === null ? '' : ` <${value}>`}`, command.says?.[name] ?? what] as const
  })
  const more = command.more === undefined ? [] : ['', command.more]
  return [`Usage: fanion ${usageOf(command)} [options]`, '', command.summary, '', table(rows), ...more].join('\n')
}
