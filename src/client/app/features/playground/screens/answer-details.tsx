import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Context } from '../../../../../shared/schemas/context.ts'
import type { Json } from '../../../../../shared/schemas/keys.ts'
import { testSnippet } from '../../../../../shared/text/code/test-snippet.ts'
import { traceLines } from '../../../../../shared/text/explain/explanation.ts'
import { otherAnswerText } from '../../../../../shared/text/explain/what-if.ts'
import { CopyButton } from '../../../components/copy-button.tsx'
import { trpc } from '../../../trpc.ts'
import { CreatePromiseButton } from '../../promises/create-promise-button.tsx'
import type { ColumnAnswer } from './answer.ts'
import { BucketLine } from './bucket-line.tsx'
import classes from './playground.module.css'
import { Trace } from './trace.tsx'
import { useNearest } from './use-nearest.ts'

/** Details of one evaluation: every step, what would change the result, and the result as a test. */
export function AnswerDetails(props: {
  project: string
  answer: ColumnAnswer
  /** The variants that the flag was created with. */
  made: readonly string[]
  labelled: boolean
  context: Context
  onContext: (context: Context) => void
}): ReactNode {
  const { project, answer, made, labelled, context, onContext } = props
  const { label, datafile, at, document, explanation } = answer
  const { value } = explanation.outcome
  const { environment } = datafile
  const environments = trpc.environments.list.useQuery({ project }, { staleTime: 60_000 }).data
  const where = environments?.find(({ key }) => key === environment)?.name ?? environment
  const others = useNearest(answer, context)
  return (
    <div className={classes['details']}>
      {labelled ? <h3 className={classes['detailsHead']}>{label}</h3> : null}
      <Trace lines={traceLines(explanation, document)} value={value} />
      <BucketLine steps={explanation.steps} document={document} made={made} />
      {others.length === 0 ? null : (
        <div className={classes['others']}>
          <span>What would change the result?</span>
          <ul>
            {others.map((other) => {
              const words = otherAnswerText(other)
              return (
                <li key={words}>
                  <button type="button" title="Try this change" onClick={() => onContext(other.context)}>
                    {words}
                  </button>
                </li>
              )
            })}
          </ul>
        </div>
      )}
      <div className={classes['acts']}>
        <Link
          to="/p/$project/flags/$flag"
          params={{ project, flag: document.key }}
          search={at === undefined ? { env: environment } : { env: environment, at }}
        >
          Open {document.key} in {where}
        </Link>
        <CreatePromiseButton
          project={project}
          environment={environment}
          example
          statement={{
            ...{ kind: 'example', context: jsonOf(context), flag: document.key },
            ...{ variants: [explanation.outcome.variant], at: at ?? null },
          }}
        />
        <CopyButton size="compact-xs" label="Copy link" text={globalThis.location.href} />
        <CopyButton
          size="compact-xs"
          label="Copy as test"
          text={testSnippet({ url: globalThis.location.origin, flag: document, environment, context, value })}
        />
      </div>
    </div>
  )
}

/** JSON form of a context, with instants as text. */
const jsonOf = (context: Context): Record<string, Json> =>
  // Safe cast: JSON.parse returns an object for an object.
  JSON.parse(JSON.stringify(context)) as Record<string, Json>
