//! Lines over sizes, on a logarithmic scale, as SVG.

use std::fmt::Write;

pub(super) struct Plot<'p> {
    pub title: &'p str,
    /// What the axes count.
    pub x: &'p str,
    pub y: &'p str,
    pub sizes: Vec<u32>,
    pub lines: Vec<Line>,
}

pub(super) struct Line {
    pub name: &'static str,
    /// For every size, if it is known.
    pub costs: Vec<Option<u64>>,
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 70.0;
/// There is room for the names of the lines.
const RIGHT: f64 = 110.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 50.0;

/// Names do not overlap at this distance.
const NAME: f64 = 15.0;

/// Colours that people with any kind of sight tell apart (Okabe and Ito 2008), and dashes for those who print in black.
const COLORS: [&str; 7] = ["#000000", "#e69f00", "#56b4e9", "#009e73", "#d55e00", "#0072b2", "#cc79a7"];
const DASHES: [&str; 7] = ["none", "2 3", "8 3", "5 2 1 2", "none", "2 2", "10 2 2 2"];

impl Plot<'_> {
    pub(super) fn to_svg(&self) -> String {
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
             font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        );
        let middle = (LEFT + WIDTH - RIGHT) / 2.0;
        text(&mut svg, (middle, 22.0), "middle", self.title);
        text(&mut svg, (middle, HEIGHT - 12.0), "middle", self.x);
        text(&mut svg, (8.0, TOP - 10.0), "start", self.y);
        for power in 0..=self.powers() {
            let y = self.y_of(10f64.powi(power as i32));
            let _ = writeln!(
                svg,
                "<path d=\"M{LEFT} {y:.1}H{:.1}\" stroke=\"#dddddd\" fill=\"none\"/>",
                WIDTH - RIGHT
            );
            text(&mut svg, (LEFT - 6.0, y + 4.0), "end", &super::thousands(10f64.powi(power as i32)));
        }
        for (index, size) in self.sizes.iter().enumerate() {
            text(&mut svg, (self.x_of(index), HEIGHT - BOTTOM + 18.0), "middle", &size.to_string());
        }
        self.draw_lines(&mut svg);
        svg + "</svg>\n"
    }

    fn draw_lines(&self, svg: &mut String) {
        let mut names = Vec::new();
        for (number, line) in self.lines.iter().enumerate() {
            let known = line.costs.iter().enumerate().filter_map(|(index, cost)| Some((index, (*cost)?)));
            let points: Vec<(f64, f64)> =
                known.map(|(index, cost)| (self.x_of(index), self.y_of(cost as f64))).collect();
            let Some((x, y)) = points.last().copied() else { continue };
            let (color, dash) = (COLORS[number % COLORS.len()], DASHES[number % DASHES.len()]);
            let path: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            let _ = writeln!(
                svg,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\" stroke-dasharray=\"{dash}\"/>",
                path.join(" ")
            );
            let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{color}\"/>");
            names.push((x, y, line.name, color));
        }
        draw_names(svg, names);
    }

    /// The scale ends at this power of ten.
    fn powers(&self) -> u32 {
        let most = self.lines.iter().flat_map(|line| &line.costs).flatten().max();
        most.map_or(1, |most| most.max(&2).ilog10() + 1)
    }

    fn x_of(&self, index: usize) -> f64 {
        let last = self.sizes.len().saturating_sub(1).max(1);
        LEFT + (WIDTH - LEFT - RIGHT) * index as f64 / last as f64
    }

    fn y_of(&self, cost: f64) -> f64 {
        HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * cost.max(1.0).log10() / f64::from(self.powers())
    }
}

/// The name of each line, beside its end. Where several end at the same size, the highest is first, and each below the one before; other
/// lines pass behind them.
fn draw_names(svg: &mut String, mut names: Vec<(f64, f64, &str, &str)>) {
    names.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)));
    let mut lowest = (0.0, 0.0);
    for (x, y, name, color) in names {
        let y = y + 4.0;
        lowest = (x, if lowest.0 == x { y.max(lowest.1 + NAME) } else { y });
        let (x, y) = (x + 8.0, lowest.1);
        let _ = writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{color}\" stroke=\"white\" stroke-width=\"4\" paint-order=\"stroke\">{name}</text>"
        );
    }
}

/// Text at a place. Titles are ours: they contain nothing that SVG would take for markup.
fn text(svg: &mut String, (x, y): (f64, f64), anchor: &str, text: &str) {
    let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>");
}
