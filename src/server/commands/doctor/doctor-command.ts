import { type Config, doctorsKey, withSettings } from '../../config.ts'
import { runningDatabase } from '../../platform/db/embedded/running.ts'
import { StartError } from '../../start-error.ts'
import { checkPublicAddress } from './address.ts'
import { checkDataFolder } from './data-folder.ts'
import { checkDatabaseHealth } from './database.ts'
import { type Finding, messageOf } from './finding.ts'
import { checkMailServer } from './mail.ts'
import { lookAtMeasureStore } from './measure.ts'
import { checkPooler } from './pooler.ts'
import { checkReplica } from './replica.ts'
import { lookAtSealed } from './sealed.ts'
import { checkWebhooks } from './webhooks.ts'

const marks = { fine: '✓', note: '!', wrong: '✗', unseen: '–' } as const

/**
 * `fanion doctor`: checks everything that an installation needs, without changing anything, and suggests fixes. Exits
 * with 1 if something is wrong.
 */
export async function doctorCommand(args: readonly string[], usage: string): Promise<void> {
  if (args.length > 0) {
    console.error(`fanion doctor takes no other arguments.\n\n${usage}`)
    process.exit(2)
  }
  let wrong = 0
  for await (const finding of findings()) {
    if (finding.state === 'wrong') wrong += 1
    console.log(`${marks[finding.state]} ${finding.about}: ${finding.says}`)
    if (finding.cure !== undefined) console.log(`    ${finding.cure}`)
  }
  console.log(wrong === 0 ? '\nNothing is wrong.' : `\n${wrong} to mend.`)
  process.exit(wrong === 0 ? 0 : 1)
}

async function* findings(): AsyncGenerator<Finding> {
  const config = settingsOrProblem()
  if ('about' in config) return yield config
  yield { about: 'settings', state: 'fine', says: 'Every one can be read. To see them: fanion config' }
  for (const says of config.strays) yield { about: 'settings', state: 'note', says }
  yield* await checkDataFolder(config)
  const url = config.databaseUrl ?? runningDatabase(config.dataDir, 'fanion')
  if (url === undefined) {
    const says = 'The embedded PostgreSQL doesn’t run now.'
    yield { about: 'database', state: 'unseen', says, cure: 'Start the server, and run this again beside it.' }
  } else {
    const found = await checkDatabaseHealth(config, url)
    yield* found
    if (!found.some(({ state }) => state === 'wrong')) yield* await checkPooler(url)
    yield* await checkReplica(config, url)
    if (!found.some(({ state }) => state !== 'fine')) {
      yield* await lookAtSealed(config, url).catch((error: unknown): Finding[] => [
        { about: 'secret', state: 'unseen', says: `${messageOf(error)}.` },
      ])
    }
    if (!found.some(({ state }) => state === 'wrong')) {
      yield await checkWebhooks(url).catch(
        (error: unknown): Finding => ({ about: 'webhooks', state: 'unseen', says: `${messageOf(error)}.` }),
      )
    }
  }
  yield* await lookAtMeasureStore(config)
  yield await checkMailServer(config)
  yield* await checkPublicAddress(config, doctorsKey())
}

function settingsOrProblem(): Config | Finding {
  try {
    return withSettings([]).config
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return { about: 'settings', state: 'wrong', says: error.message }
  }
}
