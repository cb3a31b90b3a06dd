import { render } from 'preact';
import { followPrinting } from '../model/printing.js';
import '../style/index.css';
import '../style/server.css';
import { applyTheme } from '../view/theme.js';
import { Pages } from './pages.js';

applyTheme();
followPrinting();
render(<Pages />, document.body);
