import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { FlagList } from '../../../../../shared/features/flags/schemas/flag-view.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { trpc } from '../../../trpc.ts'
import { EnvironmentMark } from '../../environments/environment-mark.tsx'
import { ShareBar } from '../../variants/share-bar.tsx'
import classes from './compare.module.css'
import { cellAppearance, differingRows } from './matrix-rows.ts'

const getNextPageParam = ({ next }: FlagList) => next ?? undefined

/** All environments side by side: flags whose settings differ between environments. */
export function EnvironmentMatrix({ project }: { project: string }): ReactNode {
  const found = trpc.flags.list.useInfiniteQuery({ project, archived: false }, { getNextPageParam })
  const [open, setOpen] = useState(false)
  const pages = found.data?.pages ?? []
  const environments = pages[0]?.environments ?? []
  const read = pages.reduce((sum, { rows }) => sum + rows.length, 0)
  const rows = differingRows(
    pages.flatMap((page) => page.rows),
    environments,
  )
  if (environments.length < 3) return null
  return (
    <details className={classes['matrix']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {counted(
          rows.length,
          `of ${counted(read, 'flag')} differs across all environments`,
          `of ${counted(read, 'flag')} differ across all environments`,
        )}
      </summary>
      {/* A scrolling region must be reachable by keyboard */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes['matrixBox']} tabIndex={0} role="region" aria-label="Flags by environment">
        <table>
          <thead>
            <tr>
              <th scope="col">Flag</th>
              {environments.map((environment) => (
                <th key={environment.key} scope="col">
                  <EnvironmentMark environment={{ ...environment, protected: false }} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(open ? rows : []).map(({ flag, cells }) => (
              <tr key={flag.key}>
                <th scope="row">
                  <Link to="/p/$project/flags/$flag" params={{ project, flag: flag.key }} search={{}}>
                    {flag.key}
                  </Link>
                </th>
                {environments.map(({ key }) => {
                  const drawn = cellAppearance(flag, cells[key])
                  return (
                    <td key={key} title={drawn.words}>
                      <span
                        className={classes['set']}
                        data-off={drawn.shares.length === 0 || undefined}
                        data-ruled={(cells[key]?.on && cells[key].rules > 0) || undefined}
                      >
                        {drawn.shares.length === 0 ? null : <ShareBar shares={drawn.shares} size={10} />}
                      </span>
                      {drawn.words}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {found.hasNextPage ? (
        <button
          type="button"
          className={classes['further']}
          disabled={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          Look at more flags
        </button>
      ) : null}
    </details>
  )
}
