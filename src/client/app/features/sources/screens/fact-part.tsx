import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Fact } from '../../../../../shared/features/sources/schemas/source.ts'
import { compactCount } from '../../../../../shared/text/compact-count.ts'
import { holdText } from '../../../../../shared/text/time/hold-text.ts'
import { shortWhen } from '../../../../../shared/text/time/short-when.ts'
import { ownZone } from '../../../../../shared/text/time/when.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { CodeBlock } from '../../../components/code-block.tsx'
import { Table } from '../../../components/table.tsx'
import { TimeText, useNow } from '../../../components/time-text.tsx'
import { done, failed } from '../../../components/toast.tsx'
import { trpc } from '../../../trpc.ts'
import { FactForm } from './fact-form.tsx'
import { factStates, givesText, rowProblems } from './fact-words.ts'
import classes from './facts.module.css'
import { StateText } from './state-text.tsx'

/** A warehouse query: its progress, SQL and latest reads. */
export function FactPart(props: { project: string; source: string; fact: Fact; editable: boolean }): ReactNode {
  const { project, source, fact, editable } = props
  const { event, state, problem, readUntil, every, lookBack, dueAt, by } = fact
  const [editing, setEditing] = useState(false)
  const nowMs = useNow()
  const utils = trpc.useUtils()
  const name = givesText(fact)
  const input = { project, source, event }
  const readNow = trpc.facts.readNow.useMutation({
    onSuccess: async () => {
      await utils.sources.invalidate()
      done(event === null ? 'Exposures are read next' : `${event} is read next`)
    },
    onError: (error) => failed(`Couldn’t read ${name}`, refusalOf(error)),
  })
  const archive = trpc.facts.archive.useMutation({
    onSuccess: async () => {
      await utils.sources.invalidate()
      done(`Archived ${name}`)
    },
    onError: (error) => failed(`Couldn’t archive ${name}`, refusalOf(error)),
  })
  return (
    <section className={classes['fact']} aria-label={name}>
      <h3>
        {event === null ? (
          <Link to="/p/$project/experiments" params={{ project }}>
            {name}
          </Link>
        ) : (
          <Link to="/p/$project/metrics/events/$event" params={{ project, event }}>
            {name}
          </Link>
        )}
      </h3>
      <p>
        <StateText state={state}>{factStates[state]}</StateText>.{' '}
        {readUntil === null ? null : (
          <>
            There up to <TimeText instant={readUntil} />.{' '}
          </>
        )}
        Read every {holdText(every)}, looking back {lookBack === 'P0D' ? 'not at all' : holdText(lookBack)}; next{' '}
        {shortWhen(dueAt, nowMs, ownZone())}.{by === null ? '' : ` Units are named by ${by}.`}
      </p>
      {problem === null ? null : (
        <p className={classes['problem']} role="status">
          {problem}
        </p>
      )}
      {editing ? (
        <FactForm project={project} source={source} fact={fact} onDone={() => setEditing(false)} />
      ) : (
        <>
          <div className={classes['details']}>
            <CodeBlock label="SQL" code={fact.query} />
          </div>
          {editable ? (
            <div className={classes['acts']}>
              <Button variant="default" onClick={() => setEditing(true)}>
                Edit
              </Button>
              <Button variant="default" loading={readNow.isPending} onClick={() => readNow.mutate(input)}>
                Read now
              </Button>
              <Button variant="default" loading={archive.isPending} onClick={() => archive.mutate(input)}>
                Archive
              </Button>
            </div>
          ) : null}
          <Reads project={project} source={source} event={event} name={name} />
        </>
      )}
    </section>
  )
}

function Reads({ name, ...input }: { project: string; source: string; event: string | null; name: string }): ReactNode {
  const nowMs = useNow()
  const when = (instant: string) => shortWhen(instant, nowMs, ownZone())
  const reads = trpc.facts.reads.useQuery(input, { refetchInterval: 5_000 }).data ?? []
  if (reads.length === 0) return null
  return (
    <div className={classes['details']}>
      <Table label={`Last reads of ${name}`} columns={['Read', 'From', 'To', 'Rows', 'Took', 'Not kept']} wraps>
        {reads.slice(0, shown).map(({ at, from, to, rows, bytes, ms, refused, problem }) => (
          <tr key={`${at} ${from}`}>
            <th scope="row">
              <TimeText instant={at} />
            </th>
            <td>{when(from)}</td>
            <td>{when(to)}</td>
            <td>
              {compactCount(rows)} ({compactCount(Math.ceil(bytes / 1_024))} KiB)
            </td>
            <td>{ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`}</td>
            <td>
              {problem ??
                refused.map(({ reason, count }) => `${compactCount(count)}: ${rowProblems[reason]}`).join('; ')}
            </td>
          </tr>
        ))}
      </Table>
    </div>
  )
}

const shown = 10
