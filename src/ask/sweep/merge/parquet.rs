//! Tables as Parquet, in groups of rows.

use super::{TableWriter, table_error};
use crate::error::SweepError;
use crate::table::{Cell, Column, Kind};
use parquet::basic::{Compression, ConvertedType, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{Type, TypePtr};
use std::io::Write;
use std::sync::Arc;

/// Rows in memory.
const GROUP: usize = 1 << 12;

type Output<'a> = &'a mut (dyn Write + Send);

/// A table that is written as Parquet.
pub(super) struct ParquetWriter<'a> {
    file: SerializedFileWriter<Output<'a>>,
    rows: usize,
    columns: Vec<Gathered>,
}

/// The cells of a column in memory, without those that are empty; and which are.
struct Gathered {
    values: Values,
    /// 1 where there is a value, 0 where there is none.
    levels: Vec<i16>,
}

enum Values {
    Text(Vec<ByteArray>),
    Whole(Vec<i64>),
    #[allow(
        clippy::disallowed_types,
        reason = "a column of doubles beside the exact one"
    )]
    Double(Vec<f64>),
}

impl<'a> ParquetWriter<'a> {
    pub(super) fn new(columns: &[Column], output: Output<'a>) -> Result<Self, SweepError> {
        let mut fields = Vec::with_capacity(columns.len());
        let mut gathered = Vec::with_capacity(columns.len());
        for column in columns {
            fields.push(field(column).map_err(table_error)?);
            gathered.push(Gathered::new(column.kind));
        }
        let schema = Type::group_type_builder("rows").with_fields(fields).build();
        let schema = Arc::new(schema.map_err(table_error)?);
        let author = concat!("zwang ", env!("CARGO_PKG_VERSION")).to_owned();
        let properties = WriterProperties::builder()
            .set_created_by(author)
            .set_compression(Compression::GZIP(Default::default()))
            .build();
        let file = SerializedFileWriter::new(output, schema, Arc::new(properties));
        Ok(Self {
            file: file.map_err(table_error)?,
            rows: 0,
            columns: gathered,
        })
    }

    /// Writes the rows in memory.
    fn write_group(&mut self) -> Result<(), ParquetError> {
        let mut group = self.file.next_row_group()?;
        for column in &mut self.columns {
            column.write(&mut group)?;
        }
        group.close()?;
        self.rows = 0;
        Ok(())
    }
}

impl TableWriter for ParquetWriter<'_> {
    fn push(&mut self, cells: Vec<Cell>) -> Result<(), SweepError> {
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            column.push(cell);
        }
        self.rows += 1;
        if self.rows == GROUP {
            self.write_group().map_err(table_error)?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<(), SweepError> {
        if self.rows > 0 {
            self.write_group().map_err(table_error)?;
        }
        self.file.close().map_err(table_error)?;
        Ok(())
    }
}

fn field(column: &Column) -> Result<TypePtr, ParquetError> {
    let physical = match column.kind {
        Kind::Text => Physical::BYTE_ARRAY,
        Kind::Whole => Physical::INT64,
        Kind::Double => Physical::DOUBLE,
    };
    let logical = match column.kind {
        Kind::Text => Some(LogicalType::String),
        Kind::Whole | Kind::Double => None,
    };
    let converted = match column.kind {
        Kind::Text => ConvertedType::UTF8,
        Kind::Whole | Kind::Double => ConvertedType::NONE,
    };
    let field = Type::primitive_type_builder(&column.name, physical)
        .with_repetition(Repetition::OPTIONAL)
        .with_logical_type(logical)
        .with_converted_type(converted)
        .build()?;
    Ok(Arc::new(field))
}

impl Gathered {
    fn new(kind: Kind) -> Self {
        let values = match kind {
            Kind::Text => Values::Text(Vec::new()),
            Kind::Whole => Values::Whole(Vec::new()),
            Kind::Double => Values::Double(Vec::new()),
        };
        Self {
            values,
            levels: Vec::new(),
        }
    }

    fn push(&mut self, cell: Cell) {
        let is_there = match (&mut self.values, cell) {
            (Values::Text(values), Cell::Text(Some(text))) => {
                values.push(text.into_bytes().into());
                true
            }
            (Values::Whole(values), Cell::Whole(Some(number))) => {
                // Items, bodies, contacts and bits are all far below 2^63.
                values.push(number.cast_signed());
                true
            }
            (Values::Double(values), Cell::Double(Some(number))) => {
                values.push(number);
                true
            }
            _ => false,
        };
        self.levels.push(i16::from(is_there));
    }

    fn write<W: Write + Send>(
        &mut self,
        group: &mut SerializedRowGroupWriter<'_, W>,
    ) -> Result<(), ParquetError> {
        let levels = std::mem::take(&mut self.levels);
        match &mut self.values {
            Values::Text(values) => write::<ByteArrayType, W>(group, values, &levels),
            Values::Whole(values) => write::<Int64Type, W>(group, values, &levels),
            Values::Double(values) => write::<DoubleType, W>(group, values, &levels),
        }
    }
}

fn write<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: &mut Vec<T::T>,
    levels: &[i16],
) -> Result<(), ParquetError> {
    if let Some(mut column) = group.next_column()? {
        column
            .typed::<T>()
            .write_batch(values, Some(levels), None)?;
        column.close()?;
    }
    values.clear();
    Ok(())
}
