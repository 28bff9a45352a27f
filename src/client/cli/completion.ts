import { UsageError } from './cli-error.ts'
import type { Answer, Asked, Command, OptionName } from './command.ts'
import { shown } from './shown.ts'

type Named = Pick<Command, 'name' | 'summary' | 'options'>
const optionsOf = ({ options }: Named): OptionName[] => [...options, 'json', 'help']

const bash = (commands: readonly Named[]): string => `# bash: eval "$(fanion completion bash)"
_fanion() {
  local word="\${COMP_WORDS[COMP_CWORD]}" words
  if [ "$COMP_CWORD" -eq 1 ]; then words="${commands.map(({ name }) => name).join(' ')} help"
  else case "\${COMP_WORDS[1]}" in
${commands.map((one) => `    ${one.name}) words="${words(one)}" ;;`).join('\n')}
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _fanion fanion
`
const words = (one: Named): string =>
  optionsOf(one)
    .map((name) => `--${name}`)
    .join(' ')

const quoted = (text: string): string => text.replaceAll("'", '’').replaceAll(':', ' ')

const zsh = (commands: readonly Named[]): string => `#compdef fanion
# zsh: eval "$(fanion completion zsh)"
_fanion() {
  if (( CURRENT == 2 )); then
    local -a commands
    commands=(${commands.map(({ name, summary }) => `'${name}:${quoted(summary)}'`).join(' ')})
    _describe command commands
  else case "\${words[2]}" in
${commands
  .map(
    (one) =>
      `    ${one.name}) _arguments '*:file:_files' ${optionsOf(one)
        .map((name) => `'--${name}'`)
        .join(' ')} ;;`,
  )
  .join('\n')}
  esac; fi
}
compdef _fanion fanion
`

const fish = (commands: readonly Named[]): string => `# fish: fanion completion fish | source
complete -c fanion -f
${commands
  .flatMap((one) => [
    `complete -c fanion -n __fish_use_subcommand -a ${one.name} -d '${quoted(one.summary)}'`,
    ...optionsOf(one).map((name) => `complete -c fanion -n '__fish_seen_subcommand_from ${one.name}' -l ${name}`),
  ])
  .join('\n')}
`

const shells = { bash, zsh, fish }

/** The command that prints what a shell needs to complete the words of all of them. */
export const completion = (commands: () => readonly Named[]): Command => ({
  name: 'completion',
  summary: 'Print what your shell needs to complete these words.',
  args: ['<bash|zsh|fish>'],
  options: [],
  more: 'For bash: eval "$(fanion completion bash)"',
  run: async ({ args: [shell = ''] }: Asked): Promise<Answer> => {
    if (!Object.hasOwn(shells, shell))
      throw new UsageError(`There is no completion for ${shown(shell)}; use bash, zsh or fish.`)
    // just looked up
    const text = shells[shell as keyof typeof shells](commands()).trimEnd()
    return { text, json: { shell, script: text } }
  },
})
