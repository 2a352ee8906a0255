package export

import (
	"context"
	"fmt"
	"html"
	"io"
	"maps"
	"slices"
	"strings"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/export/report"
	"example.com/sfatui/sessions/export/svg"
	"example.com/sfatui/sessions/export/view"
)

// style is the style sheet of the report, for a screen of any width, light or
// dark, and for paper. Plots keep their white background, for which their
// colours are chosen.
const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:76rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}
h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2rem;border-bottom:1px solid #ccc}
table{border-collapse:collapse;font-size:.85rem;font-variant-numeric:tabular-nums}
th,td{padding:.15rem .6rem;border-bottom:1px solid #ddd;text-align:left;white-space:nowrap}
.n{text-align:right}.best{font-weight:bold;background:#fff6d6}.wide{overflow-x:auto}
pre{background:#f4f4f4;padding:.8rem;white-space:pre-wrap;overflow-wrap:anywhere}li,p{overflow-wrap:anywhere}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(26rem,1fr));gap:1rem}figure{margin:0}figcaption{font-weight:bold}
svg{width:100%;height:auto;background:#fff}
@media print{body{margin:0;max-width:none}.plots{grid-template-columns:1fr 1fr}h2{break-after:avoid}figure,tr{break-inside:avoid}.wide{overflow:visible}table{font-size:.55rem}th,td{padding:.1rem .25rem;white-space:normal}}
@media screen and (prefers-color-scheme:dark){body{color:#ddd;background:#16181b}h2,th,td{border-color:#444}.best{background:#4a3f10}pre{background:#24272b}svg{border-radius:4px}}`

// policy prevents the page from loading or running anything.
const policy = "default-src 'none'; style-src 'unsafe-inline'"

// htmlReport writes the report as one page with plots of test slowness, the
// unit-variance check and the selection criterion. For the best point it also
// draws the atoms of its front and its alarms. The page needs no network and
// runs no script.
var htmlReport = Exporter{
	Extension: "html",
	Doc: `the same as one page with plots, without scripts, readable offline;
if its data can be read, also the atoms and the alarms of the best point`,
	Summary: "report",
	Write:   writeHTML,
}

func writeHTML(ctx context.Context, w io.Writer, s *sessions.Session, o Options) error {
	best, err := bestViews(ctx, s, o)
	if err != nil {
		return err
	}
	r := report.Of(s)
	var b strings.Builder
	title := html.EscapeString(r.Title)
	fmt.Fprintf(&b, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n")
	fmt.Fprintf(&b, "<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">\n<title>%s</title>\n<style>\n%s\n</style>\n</head>\n<body>\n<h1>%[2]s</h1>\n", policy, title, style)
	for _, part := range r.Blocks {
		if part == report.Heading("Points") {
			writePlots(&b, view.Charts(s))
			for _, view := range slices.Sorted(maps.Keys(best)) {
				fmt.Fprintf(&b, "<figure>\n<figcaption>%s of the best point</figcaption>\n", view)
				svg.Embed(&b, best[view])
				b.WriteString("</figure>\n")
			}
		}
		writeHTMLBlock(&b, part)
	}
	b.WriteString("</body>\n</html>\n")
	_, err = io.WriteString(w, b.String())
	return err
}

// bestViews returns the views of the best point on its first fold that require
// solving it again, by name. Without the data it returns none.
func bestViews(ctx context.Context, s *sessions.Session, o Options) (map[string]svg.Drawing, error) {
	rows, choice := s.Choice()
	if choice.Best < 0 || len(rows[choice.Best].Results) == 0 {
		return nil, nil
	}
	r := rows[choice.Best].Results[0]
	var views []string
	if r.FrontInfo != nil && r.FrontInfo.Components == nil {
		views = append(views, "atoms")
	}
	if r.Detection != nil {
		views = append(views, "novelty")
	}
	if views == nil || r.Error != "" {
		return nil, nil
	}
	set, err := o.data(ctx, s)
	if err != nil {
		o.note("note: without %s of the best point: %v", strings.Join(views, " and "), err)
		return nil, ctx.Err()
	}
	out := map[string]svg.Drawing{}
	for _, name := range views {
		drawn, err := view.OfPoint(ctx, s, name, set, r)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			o.note("note: without %s of the best point: %v", name, err)
		default:
			out[name] = drawn
		}
	}
	return out, nil
}

func writeHTMLBlock(b *strings.Builder, part report.Block) {
	switch x := part.(type) {
	case report.Heading:
		fmt.Fprintf(b, "<h2>%s</h2>\n", html.EscapeString(string(x)))
	case report.Paragraph:
		fmt.Fprintf(b, "<p>%s</p>\n", html.EscapeString(string(x)))
	case report.Bullets:
		b.WriteString("<ul>\n")
		for _, line := range x {
			fmt.Fprintf(b, "<li>%s</li>\n", html.EscapeString(line))
		}
		b.WriteString("</ul>\n")
	case report.Code:
		fmt.Fprintf(b, "<pre>%s</pre>\n", html.EscapeString(string(x)))
	case report.BibTeX:
		fmt.Fprintf(b, "<pre>%s</pre>\n", html.EscapeString(string(x)))
	case report.Table:
		writeHTMLTable(b, x)
	}
}

func writeHTMLTable(b *strings.Builder, t report.Table) {
	numeric := make([]bool, len(t.Head))
	for j := range t.Head {
		numeric[j] = t.Numeric(j)
	}
	row := func(tag, class, mark string, cells []string) {
		fmt.Fprintf(b, "<tr%s>", class)
		if t.Marks != nil {
			fmt.Fprintf(b, "<%s>%s</%[1]s>", tag, mark)
		}
		for j, c := range cells {
			align := ""
			if numeric[j] {
				align = ` class="n"`
			}
			fmt.Fprintf(b, "<%s%s>%s</%[1]s>", tag, align, html.EscapeString(c))
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("<div class=\"wide\"><table>\n<thead>\n")
	row("th", "", "", t.Head)
	b.WriteString("</thead>\n<tbody>\n")
	for i, cells := range t.Body {
		class := ""
		if t.Mark(i) == "★" {
			class = ` class="best"`
		}
		row("td", class, t.Mark(i), cells)
	}
	b.WriteString("</tbody>\n</table></div>\n")
}

// writePlots writes the plots side by side, or why there are none.
func writePlots(b *strings.Builder, plots []svg.Chart) {
	b.WriteString("<h2>Plots</h2>\n")
	if len(plots) == 0 {
		b.WriteString("<p>No number was varied: there is nothing to plot over.</p>\n")
		return
	}
	b.WriteString("<div class=\"plots\">\n")
	for _, p := range plots {
		fmt.Fprintf(b, "<figure>\n<figcaption>%s</figcaption>\n", html.EscapeString(p.Title))
		svg.Embed(b, p)
		b.WriteString("</figure>\n")
	}
	b.WriteString("</div>\n")
}
