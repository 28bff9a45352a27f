import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type ImportSource, vendorNames } from '../../../../../shared/features/imports/schemas/import.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { FormError } from '../../../components/form-error.tsx'
import tabs from '../../../components/link-tabs.module.css'
import { done } from '../../../components/toast.tsx'
import { trpc } from '../../../trpc.ts'
import { Agreement } from './agreement.tsx'
import { EnvironmentMap } from './environment-map.tsx'
import { ImportMoves } from './import-moves.tsx'
import classes from './imports.module.css'
import { ItemTable } from './item-table.tsx'
import { ReadingOptions } from './reading-options.tsx'
import { countSelectedItems, noChoice } from './selection.ts'
import { UndoImport } from './undo-import.tsx'
import { VerdictBar } from './verdict-bar.tsx'
import { runStateText } from './words.ts'

const route = getRouteApi('/in/p/$project/import/$source')

export function ImportPage({ project, source }: { project: string; source: ImportSource }): ReactNode {
  const { run, vendor, name } = source
  const { summary } = run
  const utils = trpc.useUtils()
  const [choice, setChoice] = useState(noChoice)
  const reload = () => utils.invalidate()
  const apply = trpc.imports.applyRun.useMutation({
    onSuccess: async () => {
      done('Imported')
      await reload()
    },
  })
  const discard = trpc.imports.discard.useMutation({ onSuccess: reload })
  const at = { project, source: source.number, run: run.number }
  const { tab } = route.useSearch()
  const isHere = run.state === 'applied' && source.state === 'open'
  const waits = run.state === 'previewed'
  const again = run.state === 'applied' && source.state === 'undone'
  const count = countSelectedItems(run.ready, choice)
  const refusal = apply.error ?? discard.error
  return (
    <>
      <header className={classes['head']}>
        <div>
          <h2 className={classes['title']}>
            {summary ? counted(summary.flags, 'flag') : 'Flags'} from {vendorNames[vendor]}
            {name === vendor ? '' : ` ${name}`}
          </h2>
          <p className={classes['lead']}>{leadOf(source)}</p>
        </div>
        <div className={classes['acts']}>
          {waits ? (
            <>
              <Button variant="default" loading={discard.isPending} onClick={() => discard.mutate(at)}>
                Discard
              </Button>
              <Button
                loading={apply.isPending}
                disabled={count.flags + count.segments === 0}
                onClick={() =>
                  apply.mutate({
                    ...at,
                    leaveOut: [...choice.leaveOut.values()],
                    replace: [...choice.replace.values()],
                  })
                }
              >
                {count.flags > 0 || count.segments === 0
                  ? `Import ${counted(count.flags, 'flag')}`
                  : `Import ${counted(count.segments, 'segment')}`}
              </Button>
            </>
          ) : null}
          {again ? (
            <Button variant="default" loading={apply.isPending} onClick={() => apply.mutate(at)}>
              Import again
            </Button>
          ) : null}
          {source.subjects > 0 ? <UndoImport project={project} source={source} onUndone={reload} /> : null}
        </div>
      </header>
      <FormError refusal={refusal ? refusalOf(refusal) : null} fields={[]} />
      {isHere ? <WrittenSection project={project} source={source} /> : null}
      {isHere ? <Tabs /> : null}
      {isHere && tab === 'agreement' ? <AgreementOf project={project} source={source} /> : null}
      {summary === null || (isHere && tab === 'agreement') ? null : (
        <>
          <VerdictBar summary={summary} />
          {summary.notes.length > 0 ? (
            <ul className={classes['notes']}>
              {summary.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          ) : null}
          {waits ? (
            <div className={classes['settings']}>
              <EnvironmentMap project={project} source={source} />
              <ReadingOptions project={project} source={source} />
            </div>
          ) : null}
          {waits ? <ImportMoves project={project} source={source} choice={choice} /> : null}
          {run.state === 'discarded' ? null : (
            <ItemTable project={project} source={source} choice={choice} onChoose={waits ? setChoice : null} />
          )}
        </>
      )}
    </>
  )
}

/** Without this, a link without `tab` would also match the open tab. */
const exactly = { exact: true }

function Tabs(): ReactNode {
  const { tab } = route.useSearch()
  return (
    <nav className={tabs['tabs']} aria-label="This import">
      <Link
        to="."
        search={{ tab: undefined }}
        activeOptions={exactly}
        aria-current={tab === undefined ? 'page' : undefined}
      >
        Flags
      </Link>
      <Link to="." search={{ tab: 'agreement' }} aria-current={tab === 'agreement' ? 'page' : undefined}>
        Agreement
      </Link>
    </nav>
  )
}

/** Agreement between both systems, in the environments of this import. */
function AgreementOf({ project, source }: { project: string; source: ImportSource }): ReactNode {
  const { env } = route.useSearch()
  const environments = trpc.environments.list.useQuery({ project }).data ?? []
  const mapped = new Set(Object.values(source.run.mapping))
  return <Agreement project={project} environments={environments.filter(({ key }) => mapped.has(key))} chosen={env} />
}

function leadOf({ run, state }: ImportSource): string {
  if (run.state === 'applied')
    return state === 'undone' ? 'Undone: everything is as it was before.' : `Imported by ${run.startedBy}.`
  if (run.state !== 'previewed') return run.problem ?? `${runStateText[run.state]}.`
  const checks = run.summary?.checks ?? []
  const compared = checks.reduce((sum, one) => sum + one.compared, 0)
  const different = checks.reduce((sum, one) => sum + one.different, 0)
  if (compared === 0) return 'Nothing is written yet.'
  const answers = different === 0 ? 'every result was the same' : `${counted(different, 'result')} differed`
  return `Nothing is written yet. Both systems were compared in ${compared.toLocaleString()} evaluations: ${answers}.`
}

/** What an import wrote, with links. */
function WrittenSection({ project, source }: { project: string; source: ImportSource }): ReactNode {
  const { written, change } = source.run
  return (
    <section className={classes['came']} aria-label="What was written">
      {written.length === 0 ? <p>Everything was here already. Nothing was written.</p> : null}
      <ul>
        {written.map(({ environment, revision, subjects }) => (
          <li key={environment}>
            {environment}:{' '}
            {revision === null ? 'waiting for approval' : `${counted(subjects, 'change')} in revision ${revision}`}
          </li>
        ))}
      </ul>
      <p>
        <Link to="/p/$project/flags" params={{ project }}>
          See the flags
        </Link>
        {change === null ? null : (
          <>
            {' · '}
            <Link to="/p/$project/changes/$change" params={{ project, change: String(change) }}>
              Change #{change} waits for approval
            </Link>
          </>
        )}
        {' · '}
        <Link to="/p/$project/connect" params={{ project }}>
          Connect your applications
        </Link>
      </p>
    </section>
  )
}
