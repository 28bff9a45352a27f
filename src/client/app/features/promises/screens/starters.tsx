import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FlagList } from '../../../../../shared/features/flags/schemas/flag-view.ts'
import { trpc } from '../../../trpc.ts'
import { PromiseSentence } from '../broken-promises.tsx'
import type { PromiseDraft } from '../promise-dialog.tsx'
import classes from '../promises.module.css'
import { starterSentences } from './starter-sentences.ts'

const getNextPageParam = ({ next }: FlagList) => next ?? undefined

/** Suggested promises about the project’s flags and segments. Only those that are proven to hold are shown. */
export function Starters({
  project,
  onChoose,
}: {
  project: string
  onChoose: (begin: PromiseDraft) => void
}): ReactNode {
  const flags =
    trpc.flags.list.useInfiniteQuery({ project, archived: false }, { getNextPageParam }).data?.pages[0]?.rows ?? []
  const environments = trpc.environments.list.useQuery({ project }).data ?? []
  const nameOf = (key: string) => environments.find((one) => one.key === key)?.name ?? key
  const segments = trpc.segments.list.useQuery({ project }).data ?? []
  const sentences = starterSentences(
    flags.map(({ flag: { key, variants } }) => ({ key, variants })),
    segments.map(({ key }) => key),
  )
  const checks = trpc.useQueries((use) =>
    sentences.map((sentence) => use.promises.check({ project, sentence }, { retry: false, staleTime: 60_000 })),
  )
  const kept = checks.flatMap(({ data }): PromiseDraft[] => {
    if (data === undefined) return []
    const environments = data.states.filter(({ state }) => state.state === 'kept').map(({ environment }) => environment)
    if (environments.length === 0) return []
    return [{ sentence: data.sentence, environments: environments.length === data.states.length ? [] : environments }]
  })
  if (kept.length === 0) return null
  return (
    <div className={classes['starters']}>
      <p className={classes['by']}>Kept already, so you could promise it now:</p>
      {kept.slice(0, 3).map((begin) => (
        <Button
          key={begin.sentence}
          variant="default"
          classNames={{ root: classes['starter'] ?? '', label: classes['starterLabel'] ?? '' }}
          justify="flex-start"
          onClick={() => onChoose(begin)}
        >
          <span>
            <PromiseSentence sentence={begin.sentence} />
            {begin.environments.length === 0 ? null : ` — in ${begin.environments.map(nameOf).join(', ')}`}
          </span>
        </Button>
      ))}
    </div>
  )
}
