import { IconFileCode } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { FlagFileLocation as Kept } from '../../../../shared/features/flags/schemas/flag-view.ts'
import classes from './flag-file-notice.module.css'

/** The file that defines a flag: `acme/shop/flags/checkout.yaml`. */
export const flagFileText = ({ repository, path }: Kept): string => `${repository}/${path}`

/** Shows which file defines a flag. `short` shows only an icon with the rest in a tooltip. */
export function FlagFileNotice({ keptIn, short = false }: { keptIn: Kept | null; short?: boolean }): ReactNode {
  if (keptIn === null) return null
  const place = flagFileText(keptIn)
  return (
    <span className={classes['kept']} title={`Kept in ${place}, applied at ${keptIn.commit.slice(0, 7)}`}>
      <IconFileCode size={14} aria-hidden />
      {short ? <span className="visually-hidden">kept in {place}</span> : <span>kept in {place}</span>}
    </span>
  )
}
