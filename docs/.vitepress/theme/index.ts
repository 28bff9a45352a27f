import DefaultTheme from 'vitepress/theme-without-fonts'
import '@fontsource-variable/inter/index.css'
// after the theme, whose colors and measures it replaces
import './look.css'

export default DefaultTheme
