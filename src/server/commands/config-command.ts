import { withSettings } from '../config.ts'
import { OptionError, optionOf, redactedValue, settings } from '../settings.ts'
import { StartError } from '../start-error.ts'

/**
 * `fanion config`: prints the effective value and source of every setting. Secrets are shown only as set. Takes the
 * options of `fanion start`. Exits with 1 for an invalid value, 2 for an unknown option.
 */
export function configCommand(options: readonly string[], usage: string): void {
  try {
    const { config, given } = withSettings(options)
    const rows = settings.map((setting) => {
      const from = given.from.get(setting.name)
      const value =
        from === undefined ? setting.unset : setting.secret ? '(set)' : redactedValue(given.env[setting.name])
      return [setting.name, value, from ?? 'default', optionOf(setting)] as const
    })
    for (const line of inColumns([['Setting', 'Value', 'From', 'Option of fanion start'], ...rows])) console.log(line)
    console.log(`\nThe data folder is ${config.dataDir}.`)
    for (const stray of given.strays) console.log(stray)
  } catch (error) {
    if (error instanceof OptionError) console.error(`${error.message}\n\n${usage}`)
    else console.error(error instanceof StartError ? `\nfanion: ${error.message}\n` : error)
    process.exit(error instanceof OptionError ? 2 : 1)
  }
}

const inColumns = (rows: readonly (readonly string[])[]): string[] => {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
