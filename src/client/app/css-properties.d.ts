import 'react'

declare module 'react' {
  /** Custom properties may be set in `style` too. */
  interface CSSProperties {
    [property: `--${string}`]: string | number
  }
}
