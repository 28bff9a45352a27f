import { readFileSync } from 'node:fs'
import path from 'node:path'
import { options } from '../../../src/client/cli/command.ts'
import { commands } from '../../../src/client/cli/commands.ts'
import { optionOf, settings } from '../../../src/server/settings.ts'
import { root } from '../site.ts'
import { cell, code } from './markdown.ts'

/** Commands of the server, which `bin/fanion.js` defines in JavaScript for any Node.js version. */
const ofServer = [
  ...readFileSync(path.join(root, 'bin/fanion.js'), 'utf8').matchAll(/name: '([a-z-]+)', summary: '([^']+)'/g),
].map(([, name = '', summary = '']) => ({ name, summary }))

/** Generates the page of all commands from the tables that the CLI uses. */
export function commandsPage(): string {
  const parts = commands.map(({ name, summary, args, options: own, says, more }) => {
    const rows = [...own, 'json' as const].map((option) => {
      const { value, what } = options[option]
      return `| ${code(`--${option}${value === null ? '' : ` <${value}>`}`)} | ${cell(says?.[option] ?? what)} |`
    })
    const table = ['| option | what it does |', '| --- | --- |', ...rows]
    const usage = ['fanion', name, ...args].join(' ')
    const lines = more === undefined ? [] : ['', more]
    const text = [`### fanion ${name}`, '', summary, '', '```text', [usage, ...lines].join('\n'), '```', '', ...table]
    return text.join('\n')
  })
  return `# Commands

Every command of \`fanion\`, as in \`fanion <command> --help\`. [The command line](../../src/client/cli/README.md) describes how to
install it, and how it finds your server and your key.

Each takes \`--json\` and prints one JSON document, also for errors. Exit codes: 0 done, 1 found something or was rejected, 2 wrong
usage.

## For developers

${parts.join('\n\n')}

## For operators

These come with the server, and read its [settings](../settings.md).

| command | what it does |
| --- | --- |
${ofServer.map(({ name, summary }) => `| ${code(`fanion ${name}`)} | ${cell(summary)} |`).join('\n')}

\`fanion start\`, \`migrate\`, \`config\` and \`doctor\` take each setting as an option:
${settings.map((setting) => code(optionOf(setting))).join(', ')}.
`
}
