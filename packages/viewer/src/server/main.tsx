import { render } from 'preact';
import '../style/index.css';
import '../style/server.css';
import { applyTheme } from '../view/theme.js';
import { Pages } from './pages.js';

applyTheme();
render(<Pages />, document.body);
