import type { MenuProps } from '@mantine/core'
import { type ReactNode, Suspense, useId, useState } from 'react'
import { lazyPart } from './lazy-part.ts'

const loadLayer = async () => (await import('./menu-layer.tsx')).MenuLayer
const MenuLayer = lazyPart(loadLayer)

/** Props that the menu’s button must pass on. */
export type MenuButtonProps = {
  ref: (button: HTMLButtonElement | null) => void
  id: string
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  'aria-controls': string | undefined
  onClick: () => void
  onPointerEnter: () => void
  onFocus: () => void
}

/**
 * A menu that loads on demand. Its button renders immediately; the rest loads when the button is hovered or focused.
 * `items` is a lazily loaded component.
 */
export function LazyMenu(props: {
  position: NonNullable<MenuProps['position']>
  width: number
  button: (own: MenuButtonProps) => ReactNode
  children: ReactNode
}): ReactNode {
  const { position, width, button, children } = props
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [opened, setOpened] = useState(false)
  const [loaded, setLoaded] = useState(false)
  // Loading errors are reported when the menu is opened.
  const near = () => void loadLayer().catch(() => undefined)
  return (
    <>
      {button({
        ref: setAnchor,
        id: `${id}-target`,
        'aria-haspopup': 'menu',
        'aria-expanded': opened,
        'aria-controls': opened ? `${id}-dropdown` : undefined,
        onClick: () => {
          setLoaded(true)
          setOpened(!opened)
        },
        onPointerEnter: near,
        onFocus: near,
      })}
      <Suspense>
        {loaded && anchor !== null ? (
          <MenuLayer id={id} anchor={anchor} opened={opened} onChange={setOpened} position={position} width={width}>
            {children}
          </MenuLayer>
        ) : null}
      </Suspense>
    </>
  )
}
