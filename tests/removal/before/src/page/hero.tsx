import { useFlag } from '@fanion/sdk/react'
import { flags } from '~/flags'

const sizes = { classic: 'l', compact: 's', bold: 'xl' } as const

export const Hero = ({ title }: { title: string }) => {
  const hero = useFlag(flags.hero)
  // shop owners asked for it
  const isSmall = hero === 'compact'

  return hero !== 'bold' ? (
    <h1 className={`hero hero--${hero}`} data-size={sizes[hero]}>
      {title}
      {isSmall ? null : <small>welcome</small>}
    </h1>
  ) : (
    <h2>{title}</h2>
  )
}
