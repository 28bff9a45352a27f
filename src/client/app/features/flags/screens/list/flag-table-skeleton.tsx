import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './flag-table.module.css'

const rows = Array.from({ length: 12 }, (_, i) => i)

export function FlagTableSkeleton(): ReactNode {
  return (
    <table className={classes['table']} aria-hidden>
      <tbody>
        {rows.map((i) => (
          <tr key={i} className={classes['row']}>
            <td style={{ paddingLeft: 24 }}>
              <Skeleton h={12} w={160 + ((i * 37) % 90)} />
            </td>
            <td>
              <Skeleton h={12} w={90} />
            </td>
            <td>
              <Skeleton h={12} w={90} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
