const usage = `fanion start [--demo[=quiet]]            start the server; --demo adds a sample project to explore, with visitors unless quiet
fanion start --port 80 …                 every setting is an option, too; fanion config lists them
fanion relay --upstream <url> …          serve nearby applications from memory, without a database
fanion migrate [--check]                 migrate the database to this version, and exit; start does this, too; --check prints what it would do
fanion migrate --grant-to <role>         give a database role the rights of a server that owns no table; run it as their owner
fanion config                            print every setting and its source
fanion doctor                            check everything an installation needs, and say what to fix
fanion admin reset-password <email>      print a link that sets a new password; the server need not run
fanion admin reset-two-factor <email>    remove a lost second factor, so that the person can sign in
fanion admin make-owner <email>          make an account an owner, and enable it
fanion audit verify [<link>] [<file>…]   verify the audit log; a link printed earlier must still be in it
fanion audit archive <months> <file>     move events of months that ended at least <months> months ago to a file
fanion backup <file>                     write the whole database to a file; a running server isn’t disturbed
fanion restore <file>                    load a backup into an empty database, verified (--allow-broken-audit-log: even if its audit log is broken)
fanion signing-key [new]                 print the public key with which applications verify datafiles, or generate another
fanion measure move                      copy events and exposures to the ClickHouse of FANION_MEASURE_URL; can be stopped and resumed
fanion secret rotate                     encrypt everything with FANION_SECRET that FANION_SECRET_PREVIOUS encrypted; servers keep running
fanion secret adopt                      continue with this FANION_SECRET if the database’s own is lost`

const demos = ['--demo', '--demo=quiet']

/**
 * The server's command line. Settings come from the environment; see the README. Commands import their modules lazily.
 */
export async function main(args: readonly string[]): Promise<void> {
  const [command = 'start', ...options] = args
  if (command === 'audit' && options[0] === 'verify')
    return (await import('./commands/audit-commands.ts')).verifyCommand(options.slice(1), usage)
  if (command === 'audit' && options[0] === 'archive')
    return (await import('./commands/audit-commands.ts')).archiveCommand(options.slice(1), usage)
  if (command === 'backup') return (await import('./commands/backup/commands.ts')).backupCommand(options, usage)
  if (command === 'restore') return (await import('./commands/backup/commands.ts')).restoreCommand(options, usage)
  if (command === 'secret' && options.join(' ') === 'adopt') return (await import('./start-command.ts')).adoptCommand()
  if (command === 'secret' && options.join(' ') === 'rotate')
    return (await import('./commands/rotate-secret.ts')).rotateCommand()
  if (command === 'migrate' && options.join(' ') === '--check')
    return (await import('./commands/migrate-check-command.ts')).migrateCheckCommand()
  if (command === 'migrate' && options.length === 0) return (await import('./start-command.ts')).migrateCommand()
  if (command === 'migrate' && options[0] === '--grant-to' && options[1] !== undefined && options.length === 2)
    return (await import('./start-command.ts')).migrateCommand(options[1])
  if (command === 'admin') return (await import('./commands/admin-commands.ts')).adminCommand(options, usage)
  if (command === 'signing-key') return (await import('./commands/signing-command.ts')).signingCommand(options, usage)
  if (command === 'measure') return (await import('./commands/measure-command.ts')).eventStoreCommand(options, usage)
  if (command === 'config') return (await import('./commands/config-command.ts')).configCommand(options, usage)
  if (command === 'doctor') return (await import('./commands/doctor/doctor-command.ts')).doctorCommand(options, usage)
  const demo = demos.find((option) => options.includes(option) || command === option)
  if (!['start', ...demos].includes(command)) {
    console.error(`Unknown command: "${args.join(' ')}".\n\n${usage}`)
    process.exit(2)
  }
  const given = options.filter((option) => !demos.includes(option))
  return (await import('./start-command.ts')).startCommand(given, demo, usage)
}
