import { type ReactNode, useEffect, useMemo } from 'react'
import {
  type FilterHint,
  filterHints,
  filterProblems,
  lastWord,
} from '../../../../../../shared/features/flags/filter/grammar.ts'
import { trpc } from '../../../../trpc.ts'
import classes from './list-screen.module.css'

/** Below the filter: completions of the last word, and the first word that is invalid. */
export function FilterHints(props: {
  id: string
  project: string
  value: string
  open: boolean
  chosen: number
  /** Reports the completions, for keyboard navigation in the field. */
  onHints: (hints: readonly FilterHint[]) => void
  onTake: (text: string) => void
}): ReactNode {
  const { id, project, value, open, chosen, onHints, onTake } = props
  const environments = trpc.environments.list.useQuery({ project }).data
  const keys = trpc.flags.keys.useQuery({ project }, { enabled: open && /tag:\S*$/.test(value) }).data
  const members = trpc.members.list.useQuery({ project }, { enabled: open && /owner:\S*$/.test(value) }).data
  const hints = useMemo(() => {
    if (!open) return []
    return filterHints(value, {
      environments: environments ?? [],
      tags: [...new Set((keys ?? []).flatMap(({ tags }) => tags))].toSorted(),
      owners: (members ?? []).map(({ user }) => user.name),
    })
  }, [open, value, environments, keys, members])
  useEffect(() => onHints(hints), [hints, onHints])
  // The word being typed is not checked yet.
  const settled = open ? value.slice(0, value.length - lastWord(value).length) : value
  const [problem] = filterProblems(settled, { environments: environments ?? [] })
  if (problem === undefined && hints.length === 0) return null
  return (
    <div className={classes['below']}>
      {problem === undefined ? null : (
        <p id={`${id}-problems`} className={classes['problem']} role="status">
          {problem}
        </p>
      )}
      {hints.length === 0 ? null : (
        <div id={`${id}-hints`} role="listbox" aria-label="What can be filtered by">
          {hints.map(({ text, says }, at) => (
            // The input keeps the focus and handles the keys, as in the ARIA combobox pattern
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={text}
              id={`${id}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === chosen}
              className={classes['hint']}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onTake(text)}
            >
              <code>{text}</code>
              <span>{says}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
