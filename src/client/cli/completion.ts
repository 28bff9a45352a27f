import { UsageError } from './cli-error.ts'
import { type Command, type CommandInput, type CommandOutput, type OptionName, options } from './command.ts'
import { shown } from './shown.ts'

type Named = Pick<Command, 'name' | 'summary' | 'args' | 'options'>
const optionsOf = ({ options }: Named): OptionName[] => [...options, 'json', 'help']

/** The argument that an option takes; null for none. */
const valueOf = (name: OptionName): { value: string | null; choices?: readonly string[] } => options[name]
const names = Object.keys(options).filter((name): name is OptionName => Object.hasOwn(options, name))
const withValue = names.filter((name) => valueOf(name).value !== null)
const withChoices = withValue.flatMap((name) => {
  const { choices } = valueOf(name)
  return choices === undefined ? [] : [{ name, choices: choices.join(' ') }]
})
/** The alternatives of a command’s first argument, such as those of `<bash|zsh|fish>`. */
const firstOf = ({ args: [first = ''] }: Named): string =>
  /^<[a-z]+(\|[a-z]+)+>$/.test(first) && !first.includes('files') ? first.slice(1, -1).replaceAll('|', ' ') : ''

const bash = (commands: readonly Named[]): string => `# bash: eval "$(fanion completion bash)"
_fanion() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" words
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then words="${commands.map(({ name }) => name).join(' ')} help"
  else case "$before" in
${withChoices.map(({ name, choices }) => `    --${name}) words="${choices}" ;;`).join('\n')}
    ${withValue.map((name) => `--${name}`).join('|')}) return ;;
    *) case "\${COMP_WORDS[1]}" in
${commands.map((one) => `      ${one.name}) words="${words(one)}" ;;`).join('\n')}
    esac ;;
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _fanion fanion
`
const words = (one: Named): string => [firstOf(one), ...optionsOf(one).map((name) => `--${name}`)].join(' ').trim()

const quoted = (text: string): string => text.replaceAll("'", '’').replaceAll(':', ' ')

const zshOption = (name: OptionName): string => {
  const { value, choices } = valueOf(name)
  if (value === null) return `'--${name}'`
  return `'--${name}:${value}:${choices ? `(${choices.join(' ')})` : value === 'file' ? '_files' : ' '}'`
}
const zsh = (commands: readonly Named[]): string => `#compdef fanion
# zsh: eval "$(fanion completion zsh)"
_fanion() {
  if (( CURRENT == 2 )); then
    local -a commands
    commands=(${commands.map(({ name, summary }) => `'${name}:${quoted(summary)}'`).join(' ')})
    _describe command commands
  else case "\${words[2]}" in
${commands
  .map((one) => {
    const first = firstOf(one) ? `'2:which:(${firstOf(one)})' ` : ''
    return `    ${one.name}) _arguments ${first}'*:file:_files' ${optionsOf(one).map(zshOption).join(' ')} ;;`
  })
  .join('\n')}
  esac; fi
}
compdef _fanion fanion
`

const fishValue = (name: OptionName): string => {
  const { value, choices } = valueOf(name)
  if (value === null) return ''
  return choices ? ` -x -a '${choices.join(' ')}'` : value === 'file' ? ' -r -F' : ' -x'
}
const fish = (commands: readonly Named[]): string => `# fish: fanion completion fish | source
complete -c fanion -f
${commands
  .flatMap((one) => {
    const seen = `complete -c fanion -n '__fish_seen_subcommand_from ${one.name}'`
    return [
      `complete -c fanion -n __fish_use_subcommand -a ${one.name} -d '${quoted(one.summary)}'`,
      ...(firstOf(one) ? [`${seen} -a '${firstOf(one)}'`] : []),
      ...optionsOf(one).map((name) => `${seen} -l ${name}${fishValue(name)}`),
    ]
  })
  .join('\n')}
`

const shells = { bash, zsh, fish }

/** The command that prints a shell completion script for all commands. */
export const completion = (commands: () => readonly Named[]): Command => ({
  name: 'completion',
  summary: 'Print the completion script of your shell.',
  args: ['<bash|zsh|fish>'],
  options: [],
  more: 'For bash: eval "$(fanion completion bash)"',
  run: async ({ args: [shell = ''] }: CommandInput): Promise<CommandOutput> => {
    if (!Object.hasOwn(shells, shell))
      throw new UsageError(`There is no completion for ${shown(shell)}; use bash, zsh or fish.`)
    // Safe cast: the key was checked above.
    const text = shells[shell as keyof typeof shells](commands()).trimEnd()
    return { text, json: { shell, script: text } }
  },
})
